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

/**
 * Lets the bundler drop components and contexts that nothing uses: forms, stored scroll positions and data of routes, which Carrel has of
 * its own. Their display names and React's functions, whose effects it does not know, kept them.
 */
export const withoutUnused = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
    .replaceAll(/= (?=React\$?\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ ')

export const leanRouter = (): Plugin => ({
  name: 'carrel:lean-router',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/react-router\/dist\/production\/lib\//.test(id)) return undefined
    return withoutUnused(id.endsWith('/dom/ssr/components.js') ? withoutPrefetching(code) : code)
  },
})
