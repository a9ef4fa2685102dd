import type { Plugin } from 'vite'

/** The sentences that React Aria speaks itself, in a language that the product does not have. */
const foreign = /\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/**
 * Leaves out the thirty languages of React Aria that the product does not have: nobody wants to hear them beside English texts, and
 * they are larger than the code they belong to. React Aria skips missing languages.
 */
export const ariaLanguages = (): Plugin => ({
  name: 'carrel:aria-languages',
  load: (id) => (foreign.test(id.replaceAll('\\', '/')) ? 'export default undefined' : undefined),
})
