import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** All modules that a screen brings with it, without those that it loads later. */
const broughtBy = (screen: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [resolve(screen)]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

const signIn = 'src/features/accounts/web/LoginPage.tsx'
const landing = 'src/features/landing/web/LandingPage.tsx'

/** Captures what all of these screens bring. */
const groupOf = (name: string, screens: readonly string[], priority: number): Rolldown.CodeSplittingGroup => {
  let brought: readonly ReadonlySet<string>[] | undefined
  return {
    debugName: name,
    priority,
    name: (id, graph) => {
      brought ??= screens.map((screen) => broughtBy(screen, graph))
      return brought.every((all) => all.has(id)) ? name : null
    },
  }
}

/**
 * The files of the first visit. Left to itself the bundler makes one of each part that some pages share, and on a slow line
 * twenty files take a second more than three of the same size.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 40 },
  groupOf('first-pages', [signIn, landing], 30),
  groupOf('sign-in', [signIn], 20),
]

/** Asks for the sign-in beside the start, and not after it: whoever comes to any page without a session needs it. */
export const preloadSignIn = (): Plugin => ({
  name: 'carrel:preload-sign-in',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' && (chunk.name === 'sign-in' || chunk.name === 'first-pages')
          ? [{ tag: 'link', attrs: { rel: 'modulepreload', href: `/${chunk.fileName}` }, injectTo: 'head' as const }]
          : [],
      ),
  },
})
