import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The text of each source file under its path from the root: `src/contract/actor.ts`. */
export type Sources = Record<string, string>

/** `server` names the packages that a server installs, `browser` those that Vite bundles. */
export type Packages = { server: readonly string[]; browser: readonly string[] }

type Import = { to: string; typeOnly: boolean; lazy: boolean }
type Row = { code: RegExp; may: readonly string[] }

/** Which other wings the features of a wing may import: the graph of docs/architecture.md. */
const wings: Readonly<Record<string, readonly string[]>> = {
  system: [],
  people: ['system'],
  library: ['people', 'system'],
  money: ['people', 'system'],
  chat: ['library', 'people', 'system'],
  hall: ['library', 'people', 'system'],
  home: ['hall', 'chat', 'money', 'library', 'people', 'system'],
}

const featureFolder = /^src\/(?!contract\/|server\/|web\/)([^/]+)\/([^/]+)\//

const wingOf = (path: string): string | undefined => {
  const [, folder = ''] = featureFolder.exec(path) ?? []
  return folder in wings ? folder : undefined
}

const contract = 'src/contract/'
const platform = { server: 'src/server/(?!features\\.ts|main\\.ts)', web: 'src/web/(?!routes\\.tsx|main\\.tsx)' }
const feature = `src/(?:${Object.keys(wings).join('|')})/[^/]+/`
const shared = `${feature}[^/]+\\.(contract|limits|events|policy)\\.ts$`
const pages = `${feature}[^/]+\\.pages\\.tsx$`
const zod = 'zod/mini$'

/**
 * The table of docs/architecture.md. The first row that matches a file lists what it may import: patterns for the beginning of a
 * path or of a package's name, where OWN is the folder of the file's own feature.
 */
const table: readonly Row[] = [
  { code: /^src\/contract\//, may: [contract, zod] },
  { code: new RegExp(`^${feature}[^/]+\\.(contract|limits|events|policy|en)\\.ts$`), may: [contract, shared, zod] },
  { code: new RegExp(`^${pages}`), may: [contract, platform.web, 'OWN/[^/]+\\.menu\\.en\\.ts$', `${feature}web/`, shared, 'BROWSER'] },
  {
    code: new RegExp(`^${feature}server/`),
    may: [contract, shared, platform.server, 'OWN/server/', `${feature}server/[^/]+\\.(service|hooks)\\.ts$`, zod, 'SERVER'],
  },
  {
    code: new RegExp(`^${feature}web/`),
    may: [contract, shared, platform.web, 'OWN/[^/]+\\.en\\.ts$', `${feature}[^/]+\\.menu\\.en\\.ts$`, `${feature}web/`, 'BROWSER'],
  },
  { code: /^src\/server\/features\.ts$/, may: [contract, 'src/server/', shared, `${feature}server/`] },
  { code: /^src\/web\/routes\.tsx$/, may: [contract, 'src/web/', shared, pages, `${feature}web/`, 'BROWSER'] },
  { code: /^src\/server\//, may: [contract, 'src/server/', zod, 'SERVER'] },
  { code: /^src\/web\//, may: [contract, 'src/web/', 'BROWSER'] },
]

/** Tests may import everything, and nothing but tests may import them. */
export const ofTests = /\/testing\/|\.test\.tsx?$|\.(access|audience)\.ts$/
export const mayQuery = /\.db\.ts$|^src\/server\/db\//
const vagueNames = /(^|[/.])(utils?|helpers?|common|misc)([/.]|$)|(^|\/)index\.tsx?$/

const aliases = /^#([a-z]+)\//

const resolve = (from: string, specifier: string): string => {
  const [path = ''] = specifier.split('?')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  return path.replace(aliases, 'src/$1/')
}

export type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Returns imports that the module record omits: `import('x').Y` in a type, and `new URL('./worker.ts', import.meta.url)`. */
const quietImports = (node: Node): Import[] => {
  const own: Import[] = []
  const source = node.source as { value?: unknown } | undefined
  if (node.type === 'TSImportType' && typeof source?.value === 'string') own.push({ to: source.value, typeOnly: true, lazy: false })
  const [target] = (node.arguments ?? []) as { value?: unknown }[]
  if (node.type === 'NewExpression' && (node.callee as Node).name === 'URL' && /^[.#].*\.tsx?$/.test(String(target?.value)))
    own.push({ to: String(target?.value), typeOnly: false, lazy: true })
  return [...own, ...childrenOf(node).flatMap(quietImports)]
}

/** Returns whether a file can have such an import. Most cannot, and parsing the tree of a file takes longer than everything else. */
const mayImportQuietly = (text: string): boolean => /\bimport\s*[(/]|\bURL\b/.test(text)

type Read = { imports: Import[]; problems: string[] }

const read = (file: string, text: string): Read => {
  const parsed = parseSync(file, text)
  const { module, errors } = parsed
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
  if (mayImportQuietly(text)) imports.push(...quietImports(parsed.program as unknown as Node))
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
  const own = featureFolder.exec(file)?.[0].slice(0, -1) ?? ''
  return imports.flatMap(({ to }) => {
    if (packageName(to) === 'kysely' && !mayQuery.test(file)) return ['imports kysely, which only *.db.ts and src/server/db/ may']
    if (ofTests.test(to)) return [`may not import ${to}`]
    return row.may.some((pattern) => allows(pattern, own, to, packages)) ? [] : [`may not import ${to}`]
  })
}

/** Returns imports of a feature's code, its contracts and words included, against the graph of wings. */
const againstWings = (file: string, { imports }: Read): string[] => {
  const own = wingOf(file)
  if (own === undefined) return featureFolder.test(file) ? ['belongs to no wing'] : []
  return imports.flatMap(({ to }) => {
    const other = wingOf(to)
    if (other === undefined || other === own || wings[own]?.includes(other)) return []
    return [`may not import ${to}: the wing ${own} does not know the wing ${other}`]
  })
}

/** Returns groups of nodes that reach each other, each in alphabetical order (Tarjan's strongly connected components). */
const cyclesOf = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const groups: string[][] = []
  const index = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): number => {
    const own = index.size
    index.set(node, own)
    open.push(node)
    let lowest = own
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) lowest = Math.min(lowest, visit(next))
      else if (open.includes(next)) lowest = Math.min(lowest, index.get(next) ?? own)
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(node))
      if (group.length > 1 || graph.get(node)?.includes(node)) groups.push(group.sort())
    }
    return lowest
  }
  for (const node of [...graph.keys()].sort()) if (!index.has(node)) visit(node)
  return groups.sort()
}

/** Files whose lazy imports, and the types of what they load, may lead back to themselves, each with the reason. */
const lazyFileCycles: Readonly<Record<string, string>> = {
  'src/library/browsing/web/documentScreens.ts': 'a branch shows closed branches, whose code is loaded when one is opened',
}

/** Returns cycles of files, counting types and lazy imports, except in tests and in the listed files. */
const fileCycles = (reads: ReadonlyMap<string, Read>): string[] => {
  const isLenient = (file: string): boolean => ofTests.test(file) || file in lazyFileCycles
  const graph = new Map(
    [...reads].map(([file, { imports }]) => [
      file,
      imports.filter(({ typeOnly, lazy }) => !(typeOnly || lazy) || !isLenient(file)).map(({ to }) => to),
    ]),
  )
  return cyclesOf(graph).map((group) => `cycle of files: ${group.join(', ')}`)
}

/**
 * Returns cycles of features, counting the server and the browser, types and lazy imports: a feature is understood after those that
 * it imports.
 */
const featureCycles = (reads: ReadonlyMap<string, Read>): string[] => {
  const featureOf = (path: string): string | undefined =>
    wingOf(path) === undefined ? undefined : featureFolder.exec(path)?.slice(1, 3).join('/')
  const graph = new Map<string, string[]>()
  for (const [file, { imports }] of reads) {
    const own = featureOf(file)
    if (own === undefined || ofTests.test(file)) continue
    const others = imports.flatMap(({ to }) => featureOf(to) ?? []).filter((other) => other !== own)
    graph.set(own, [...new Set([...(graph.get(own) ?? []), ...others])])
  }
  return cyclesOf(graph).map((features) => `cycle of features: ${features.join(', ')}`)
}

/** The wings, highest first. */
export const wingNames: readonly string[] = Object.keys(wings).toReversed()

/** Counts the imports from each wing to each other one, by `from → to`; tests excluded. */
export const importsBetweenWings = (sources: Sources): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const [file, text] of Object.entries(sources)) {
    const from = wingOf(file)
    if (from === undefined || ofTests.test(file)) continue
    for (const { to } of read(file, text).imports) {
      const other = wingOf(to)
      if (other !== undefined) counts.set(`${from} → ${other}`, (counts.get(`${from} → ${other}`) ?? 0) + 1)
    }
  }
  return counts
}

/** Returns every breach of these rules as one sentence; an empty list if there is none. */
export const breaches = (sources: Sources, packages: Packages): string[] => {
  const reads = new Map(Object.entries(sources).map(([file, text]) => [file, read(file, text)]))
  const own = [...reads].flatMap(([file, found]) => {
    const names = vagueNames.test(file) ? ['has a name that says nothing'] : []
    const placed = ofTests.test(file) ? [] : [...found.problems, ...misplaced(file, found, packages), ...againstWings(file, found)]
    return [...names, ...placed].map((problem) => `${file} ${problem}`)
  })
  return [...own, ...fileCycles(reads), ...featureCycles(reads)]
}
