import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Rolldown } from 'vite'
import type { AllPageFiles } from '../src/contract/pageFiles.ts'
import type { Openings } from '../src/web/api/openings.ts'

type Bundle = Rolldown.OutputBundle

const signIn = 'src/people/accounts/web/LoginPage.tsx'
const frame = [
  'src/web/shell/Layout.tsx',
  'src/people/accounts/web/AccountMenu.tsx',
  'src/chat/encryption/web/accountSlots.ts',
  'src/hall/notices/web/NoticesAcross.tsx',
]

/** What superadmins have above it. */
const banner = 'src/system/backup/web/BackupBanner.tsx'

/** What an `x.pages.tsx` declares: `{ path: '/x', access: 'staff', screen: lazyScreen(async () => (await import('#wing/x/web/XPage.tsx')).XPage) }`; the page's own file is imported first. */
const pagePattern = /path: '(\/[\w/-]+)',\s*access: '(?!anyone')\w+',\s*screen: lazyScreen\(async \(\) => [({][^']*\bimport\('#([^']+)'\)/g

/** The pages behind the sign-in, each with its file, except those with an id in their address. */
export const pagesIn = (declared: string): [path: string, file: string][] =>
  [...declared.matchAll(pagePattern)].map(([, path = '', file = '']) => [path, `src/${file}`])

/** The text of every `x.pages.tsx`. */
export const declaredPages = (): string =>
  globSync('src/*/*/*.pages.tsx')
    .toSorted()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')

/** What the page list loads together with a page that waits for it. */
const beside: Readonly<Record<string, string>> = { '/chat': 'src/chat/encryption/web/comingEncryption.ts' }

/** The first view of a page by what follows its path in the address; it is fetched with the page. */
const views: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/users': { '': 'src/people/users/web/UserList.tsx', '?view=seats': 'src/people/seats/web/SeatMap.tsx' },
}

/** Larger files are requested only when the start of the app has loaded, which they would delay. */
const large = 100_000

const chunksIn = (bundle: Bundle) => Object.values(bundle).filter((one) => one.type === 'chunk')

/** Returns a module's chunk and all chunks that it imports. */
const filesOf = (bundle: Bundle, file: string): Set<string> => {
  const chunk = chunksIn(bundle).find(({ moduleIds }) => moduleIds.includes(resolve(file)))
  if (!chunk) throw new Error(`${file} is in no chunk of the client.`)
  const found = new Set<string>()
  const waiting = [chunk.fileName]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const next = bundle[name]
    if (found.has(name) || next?.type !== 'chunk') continue
    found.add(name)
    waiting.push(...next.imports)
  }
  return found
}

/** Returns what the head fetches for every page, and for each page behind the sign-in, besides what the page itself names. */
export const openingsOf = (bundle: Bundle): { always: Omit<Openings, 'pages'>; pages: AllPageFiles } => {
  const start = filesOf(bundle, 'src/web/main.tsx')
  const beyond = (files: readonly string[]): string[] =>
    [...new Set(files.flatMap((file) => [...filesOf(bundle, file)]).filter((name) => !start.has(name)))].map((name) => basename(name))
  const isLarge = (name: string): boolean => {
    const chunk = bundle[`assets/${name}`]
    return chunk?.type === 'chunk' && chunk.code.length > large
  }
  const around = beyond([...frame, 'src/people/accounts/accounts.contract.ts'])
  const without = (known: readonly string[], files: readonly string[]): string[] => files.filter((name) => !known.includes(name))
  const filesOfPage = (path: string, file: string) =>
    Object.fromEntries(
      Object.entries({ '': file, ...views[path] }).map(([rest, view]) => [
        rest,
        without(around, beyond([file, view, ...(beside[path] ? [beside[path]] : [])])),
      ]),
    )
  return {
    always: {
      signIn: beyond([signIn]),
      frame: around.filter((name) => !isLarge(name)),
      later: around.filter(isLarge),
      owner: without(around, beyond([banner])),
    },
    pages: Object.fromEntries(pagesIn(declaredPages()).map(([path, file]) => [path, filesOfPage(path, file)])),
  }
}
