import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The text of each source file under its path from the root: `src/contract/actor.ts`. */
export type Sources = Record<string, string>

/** `server` names the packages that a server installs, `browser` those that Vite bundles. */
export type Packages = { server: readonly string[]; browser: readonly string[] }

type Import = { to: string; typeOnly: boolean; lazy: boolean }
type Row = { code: RegExp; may: readonly string[] }

const contract = 'src/contract/'
const platform = { server: 'src/server/(?!testing/|features\\.ts|main\\.ts)', web: 'src/web/(?!routes\\.tsx|main\\.tsx)' }
const shared = 'src/features/[^/]+/[^/]+\\.(contract|policy)\\.ts$'
const zod = 'zod/mini$'

/**
 * The table of docs/architecture.md. The first row that fits a file says what it may import: patterns for the
 * beginning of a path or of a package's name, where OWN stands for the file's own feature.
 */
const table: readonly Row[] = [
  { code: /^src\/contract\//, may: [contract, zod] },
  { code: /^src\/features\/[^/]+\/[^/]+\.(contract|policy|en)\.ts$/, may: [contract, shared, zod] },
  {
    code: /^src\/features\/[^/]+\/server\//,
    may: [contract, shared, platform.server, 'src/features/OWN/server/', 'src/features/[^/]+/server/[^/]+\\.service\\.ts$', zod, 'SERVER'],
  },
  {
    code: /^src\/features\/[^/]+\/web\//,
    may: [contract, shared, platform.web, 'src/features/OWN/[^/]+\\.en\\.ts$', 'src/features/[^/]+/web/', 'BROWSER'],
  },
  { code: /^src\/server\/features\.ts$/, may: [contract, 'src/server/', shared, 'src/features/[^/]+/server/'] },
  { code: /^src\/web\/routes\.tsx$/, may: [contract, 'src/web/', shared, 'src/features/[^/]+/web/', 'BROWSER'] },
  { code: /^src\/server\//, may: [contract, 'src/server/(?!testing/)', zod, 'SERVER'] },
  { code: /^src\/web\//, may: [contract, 'src/web/', 'BROWSER'] },
]

const exempt = /^src\/server\/testing\/|\.test\.tsx?$|^src\/web\/testing\//
const mayQuery = /\.db\.ts$|^src\/server\/db\//
const vagueNames = /(^|[/.])(utils?|helpers?|common|misc)([/.]|$)|(^|\/)index\.tsx?$/

const aliases = /^#(contract|server|web|features)\//

const resolve = (from: string, specifier: string): string => {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  return path.replace(aliases, 'src/$1/')
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What the module record does not list: `import('x').Y` in a type, and `new URL('./worker.ts', import.meta.url)`. */
const quietImports = (node: Node): Import[] => {
  const own: Import[] = []
  const source = node.source as { value?: unknown } | undefined
  if (node.type === 'TSImportType' && typeof source?.value === 'string') own.push({ to: source.value, typeOnly: true, lazy: false })
  const [target] = (node.arguments ?? []) as { value?: unknown }[]
  if (node.type === 'NewExpression' && (node.callee as Node).name === 'URL' && /^[.#].*\.tsx?$/.test(String(target?.value)))
    own.push({ to: String(target?.value), typeOnly: false, lazy: true })
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => quietImports(child))
  return [...own, ...below]
}

type Read = { imports: Import[]; problems: string[] }

const read = (file: string, text: string): Read => {
  const { program, module, errors } = parseSync(file, text)
  const problems = errors.map((error) => `cannot be read: ${error.message}`)
  const imports: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    lazy: false,
  }))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType, exportName } of entries) {
      if (moduleRequest) imports.push({ to: moduleRequest.value, typeOnly: isType, lazy: false })
      if (exportName.kind === 'Default' || exportName.name === 'default') problems.push('has a default export')
    }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[2]) imports.push({ to: literal[2], typeOnly: false, lazy: true })
    else problems.push('imports something that is computed')
  }
  imports.push(...quietImports(program as unknown as Node))
  return { imports: imports.map((one) => ({ ...one, to: resolve(file, one.to) })), problems }
}

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const allows = (pattern: string, own: string, to: string, packages: Packages): boolean => {
  if (pattern === 'SERVER') return to.startsWith('node:') || packages.server.includes(packageName(to))
  if (pattern === 'BROWSER') return packages.browser.includes(packageName(to)) || packageName(to) === 'zod'
  return new RegExp(`^${pattern.replace('OWN', own)}`).test(to)
}

const misplaced = (file: string, { imports }: Read, packages: Packages): string[] => {
  const row = table.find(({ code }) => code.test(file))
  if (!row) return ['lies where the table of boundaries has no row for it']
  const own = /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? ''
  return imports.flatMap(({ to }) => {
    if (packageName(to) === 'kysely' && !mayQuery.test(file)) return ['imports kysely, which only *.db.ts and src/server/db/ may']
    return row.may.some((pattern) => allows(pattern, own, to, packages)) ? [] : [`may not import ${to}`]
  })
}

/** Circles of imports that are followed when a module loads; each is told once, from its first file in the alphabet. */
const circles = (reads: ReadonlyMap<string, Read>): string[] => {
  const found: string[] = []
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(file)
    if (seenAt >= 0) found.push([...trail.slice(seenAt), file].join(' → '))
    if (seenAt >= 0 || done.has(file)) return
    for (const { to, typeOnly, lazy } of reads.get(file)?.imports ?? []) if (!typeOnly && !lazy) walk(to, [...trail, file])
    done.add(file)
  }
  for (const file of [...reads.keys()].sort()) walk(file, [])
  return found.map((circle) => `circle: ${circle}`)
}

/** Every breach of the house's boundaries as one sentence; nothing where all is well. */
export const breaches = (sources: Sources, packages: Packages): string[] => {
  const reads = new Map(Object.entries(sources).map(([file, text]) => [file, read(file, text)]))
  const own = [...reads].flatMap(([file, found]) => {
    const names = vagueNames.test(file) ? ['has a name that says nothing'] : []
    const placed = exempt.test(file) ? [] : [...found.problems, ...misplaced(file, found, packages)]
    return [...names, ...placed].map((problem) => `${file} ${problem}`)
  })
  return [...own, ...circles(reads)]
}
