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

const frame = ['src/web/shell/Layout.tsx', 'src/features/accounts/web/AccountMenu.tsx', 'src/features/notices/web/NoticesAcross.tsx']

type Captured = (brings: (screen: string) => boolean) => boolean

/** Captures modules by which screens bring them. */
const groupOf = (name: string, priority: number, captured: Captured, minShareCount = 1): Rolldown.CodeSplittingGroup => {
  const brought = new Map<string, ReadonlySet<string>>()
  return {
    debugName: name,
    priority,
    minShareCount,
    name: (id, graph) => {
      const brings = (screen: string): boolean => {
        const all = brought.get(screen) ?? broughtBy(screen, graph)
        brought.set(screen, all)
        return all.has(id)
      }
      return captured(brings) ? name : null
    },
  }
}

/**
 * The files of the first visit. Left to itself the bundler makes one of each part that some pages share, and on a slow line
 * twenty files take a second more than three of the same size.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 40 },
  groupOf('first-pages', 30, (brings) => brings(signIn) && brings(landing)),
  groupOf('sign-in', 20, (brings) => brings(signIn)),
  groupOf('landing-parts', 15, (brings) => brings(landing), 2),
  groupOf('frame', 10, (brings) => frame.some(brings)),
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
