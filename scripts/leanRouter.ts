import type { Plugin } from 'vite'

const prefetchingLinks = 'function PrefetchPageLinks('

/**
 * Leaves out what React Router's links load ahead in its framework mode, which Carrel does not use: without the framework the component is
 * never rendered, but the bundler cannot know that, and it brings 1.2 KB (brotli) to every page.
 */
export const withoutPrefetching = (code: string): string => {
  if (!code.includes(prefetchingLinks)) throw new Error('React Router has no PrefetchPageLinks where it was: see scripts/leanRouter.ts')
  return code.replace(prefetchingLinks, `const PrefetchPageLinks = () => null\nfunction FrameworkPageLinks(`)
}

export const leanRouter = (): Plugin => ({
  name: 'carrel:lean-router',
  apply: 'build',
  transform: (code, id) =>
    /\/react-router\/dist\/production\/lib\/dom\/ssr\/components\.js$/.test(id) ? withoutPrefetching(code) : undefined,
})
