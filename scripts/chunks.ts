import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

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

/** Pages that are opened first and often. */
const manyOpen = [
  'src/features/documents/web/DocumentsPage.tsx',
  'src/features/users/web/UsersPage.tsx',
  'src/features/home/web/DashboardPage.tsx',
]

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
  { name: 'long-lists', test: /[\\/](react-virtual|virtual-core)[\\/]/, priority: 8 },
  groupOf('parts', 7, (brings) => manyOpen.filter(brings).length > 1, 3),
  // What one page alone draws comes with it, and not with every page that has an icon.
  { name: 'icons', test: /[\\/]lucide-react[\\/]/, priority: 5, minShareCount: 3 },
]
