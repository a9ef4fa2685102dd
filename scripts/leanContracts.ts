import { type Plugin, parseSync } from 'vite'
import { childrenOf, type Node } from './boundaries.ts'

/**
 * The properties of declarations that only the server and its API reference read: a browser trusts the replies of its server, and
 * validates what people fill in, which is the body of a call.
 */
const unread: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['summary', 'params', 'query', 'reply', 'errors'],
  event: ['summary', 'audience'],
  inboundEvent: ['summary', 'input'],
}

type Cut = readonly [from: number, to: number]
type Placed = Node & { start: number; end: number }

/** Removes the properties from a declaration, each with the comma after it, and the identity call around it. */
const cutsOf = (node: Placed, text: string): Cut[] => {
  const { name = '' } = (node.callee ?? {}) as { name?: string }
  const names = node.type === 'CallExpression' && Object.hasOwn(unread, name) ? unread[name] : undefined
  const [declaration] = (names ? node.arguments : []) as (Placed & { properties: (Placed & { key?: { name?: string } })[] })[]
  const own = (declaration?.properties ?? []).flatMap(({ key, start, end }): Cut[] => {
    if (!names?.includes(key?.name ?? '')) return []
    const [comma = ''] = /^\s*,/.exec(text.slice(end)) ?? []
    return [[start, end + comma.length]]
  })
  return [
    ...(names ? ([[node.start, node.start + name.length]] as const) : []),
    ...own,
    ...childrenOf(node).flatMap((child) => cutsOf(child as Placed, text)),
  ]
}

const without = (text: string, cuts: readonly Cut[]): string =>
  cuts.toSorted(([a], [b]) => b - a).reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), text)

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
    .flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)}/* @__PURE__ */ (() => ${left.slice(start, end)})()${left.slice(end)}`, text)
}

/** Removes from contracts what no browser reads, since every page loads some of them. */
export const lean = (file: string, text: string): string =>
  withoutUnusedImports(file, without(text, cutsOf(parseSync(file, text).program as unknown as Placed, text)))

export const leanContracts = (): Plugin => ({
  name: 'carrel:lean-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => {
    if (/\.(?:contract|events)\.ts$/.test(id)) return droppable(id, lean(id, code))
    return /\/src\/contract\/.*\.ts$/.test(id) ? droppable(id, code) : undefined
  },
})
