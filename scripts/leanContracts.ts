import { readFileSync } from 'node:fs'
import { type Plugin, parseSync } from 'vite'
import { childrenOf, type Node } from './boundaries.ts'
import { usesSchemas } from './contractSchemas.ts'

/**
 * The properties of declarations that only the server and its API reference read: a browser trusts the replies of its server, and
 * validates what people fill in, which is the body of a call, and what arrives by socket, which is the payload of an event.
 */
const unread: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['summary', 'params', 'query', 'reply', 'errors'],
  event: ['summary', 'audience'],
  inboundEvent: ['summary', 'input'],
}

/** What validates: only modules that load a declaration for that have it. */
const ofSchemas: Readonly<Record<string, readonly string[]>> = { event: ['payload'] }

type Cut = readonly [from: number, to: number, instead?: string]
type Placed = Node & { start: number; end: number }

type Declaration = Placed & { properties?: (Placed & { key?: { name?: string }; value: Placed })[] }

/** Removes the properties of those names, each with the comma after it. Of a body it remains that there is one. */
const propertyCuts = ({ properties = [] }: Declaration, names: readonly string[], text: string, keepsBodies: boolean): Cut[] =>
  properties.flatMap(({ key, value, start, end }): Cut[] => {
    if (key?.name === 'body' && !keepsBodies) return [[value.start, value.end, 'true']]
    if (!names.includes(key?.name ?? '')) return []
    const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? []
    return [[start, end + comma.length]]
  })

/** Returns what several calls of a contract share, if a variable holds that. */
const sharedParts = ({ type, init }: { type: string; init?: Placed & { expression?: Placed } }): Declaration | undefined => {
  const value: Declaration | undefined = type === 'VariableDeclarator' ? (init?.expression ?? init) : undefined
  return value?.properties?.some(({ key }) => key?.name === 'access') ? value : undefined
}

/** Also removes the identity call around a declaration. */
const cutsOf = (node: Placed, text: string, keepsBodies: boolean): Cut[] => {
  const { name = '' } = (node.callee ?? {}) as { name?: string }
  const cut = node.type === 'CallExpression' && Object.hasOwn(unread, name) ? unread[name] : undefined
  const names = cut && [...cut, ...(keepsBodies ? [] : (ofSchemas[name] ?? []))]
  const [declaration] = (names ? node.arguments : []) as Declaration[]
  const shared = sharedParts(node as Parameters<typeof sharedParts>[0])
  return [
    ...(names ? ([[node.start, node.start + name.length]] as const) : []),
    ...(names && declaration ? propertyCuts(declaration, names, text, keepsBodies || name !== 'endpoint') : []),
    ...(shared ? propertyCuts(shared, unread.endpoint ?? [], text, keepsBodies) : []),
    ...childrenOf(node).flatMap((child) => cutsOf(child as Placed, text, keepsBodies)),
  ]
}

const without = (text: string, cuts: readonly Cut[]): string =>
  cuts.toSorted(([a], [b]) => b - a).reduce((left, [from, to, instead = '']) => left.slice(0, from) + instead + left.slice(to), text)

type ImportedName = { local: { name: string }; start: number; end: number }

/** Removes imports of what only the removed parts used, so that its module is not loaded for them. */
const withoutUnusedImports = (file: string, text: string): string => {
  const { body } = parseSync(file, text).program as unknown as { body: (Placed & { specifiers?: ImportedName[] })[] }
  const imports = body.filter(({ type, specifiers }) => type === 'ImportDeclaration' && (specifiers?.length ?? 0) > 0)
  const rest = without(
    text,
    imports.map(({ start, end }) => [start, end]),
  )
  const isUsed = ({ local }: ImportedName): boolean => new RegExp(`(?<![\\w$])${local.name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest)
  const cuts = imports.flatMap(({ start, end, specifiers = [] }): Cut[] => {
    const unused = specifiers.filter((name) => !isUsed(name))
    if (unused.length === specifiers.length) return [[start, end]]
    return unused.map((name) => [name.start, name.end + (/^\s*,/.exec(text.slice(name.end))?.[0].length ?? 0)])
  })
  return without(text, cuts)
}

const mayHaveEffects = ['CallExpression', 'MemberExpression', 'SpreadElement']
const seemsToAct = (node: Node): boolean =>
  mayHaveEffects.includes(node.type) || (node.type !== 'ArrowFunctionExpression' && childrenOf(node).some(seemsToAct))

/** A schema, or an object of schemas, or of parts of other objects. */
const isDeclared = (init: Placed | null | undefined): init is Placed =>
  init?.type === 'CallExpression' || (init?.type === 'ObjectExpression' && seemsToAct(init))

type Declared = Placed & { declaration?: Placed | null; declarations?: { init?: Placed | null }[] }

/**
 * Marks the schemas of a module as free of side effects, so that the bundler drops those that nothing uses. It cannot know that of a call
 * such as `z.string().check(…)`.
 */
export const droppable = (file: string, text: string): string => {
  const { body } = parseSync(file, text).program as unknown as { body: Declared[] }
  return body
    .flatMap((each) =>
      each.type === 'ExportNamedDeclaration' ? ((each.declaration as Declared | null)?.declarations ?? []) : (each.declarations ?? []),
    )
    .flatMap(({ init }) => (isDeclared(init) ? [init] : []))
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (left, { start, end }) => `${left.slice(0, start)}/* @__PURE__ */ (() => (${left.slice(start, end)}))()${left.slice(end)}`,
      text,
    )
}

/** Removes from contracts what no browser reads, since every page loads some of them. */
export const lean = (file: string, text: string, keepsBodies = false): string =>
  withoutUnusedImports(file, without(text, cutsOf(parseSync(file, text).program as unknown as Placed, text, keepsBodies)))

const withSchemas = '?schemas'
const fileOf = (id: string): string => id.replace(/\?.*$/, '')
const isEvents = (file: string): boolean => file.endsWith('.events.ts')
const isContract = (file: string): boolean => file.endsWith('.contract.ts') || isEvents(file)
const mayDeclareSchemas = (file: string): boolean =>
  isContract(file) || (/\/src\/contract\/.*\.ts$/.test(file) && /^import \* as z/m.test(readFileSync(file, 'utf8')))

/** Events are validated by what fetches their declarations later; everything else takes their names. */
const judges = (from: string, source: string, declared: string): boolean => {
  const text = readFileSync(from, 'utf8')
  return isEvents(declared) ? text.includes(`import('${source}')`) : usesSchemas(from, text, source, readFileSync(declared, 'utf8'))
}

export const leanContracts = (): Plugin => ({
  name: 'carrel:lean-contracts',
  apply: 'build',
  enforce: 'pre',
  /** Gives forms the contracts with their schemas, and everything else those without. */
  async resolveId(source, importer, options) {
    if (!importer || !/^[.#].*\.ts$/.test(source)) return null
    const contract = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!contract || !mayDeclareSchemas(contract.id)) return contract
    const from = fileOf(importer)
    const needsSchemas = mayDeclareSchemas(from) ? importer.endsWith(withSchemas) : judges(from, source, contract.id)
    return needsSchemas ? { ...contract, id: contract.id + withSchemas } : contract
  },
  transform: (code, id) => {
    const file = fileOf(id)
    // Declarations have no effects, so a module of which nothing is used is left out with what it imports.
    if (isContract(file)) return { code: droppable(file, lean(file, code, id.endsWith(withSchemas))), moduleSideEffects: false }
    return /\/src\/contract\/.*\.ts$/.test(file) ? { code: droppable(file, code), moduleSideEffects: false } : undefined
  },
})
