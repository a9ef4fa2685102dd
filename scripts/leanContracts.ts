import { type Plugin, parseSync } from 'vite'
import { childrenOf, type Node } from './boundaries.ts'

/** The properties of declarations that only the server and its API reference read. */
const unread: Readonly<Record<string, readonly string[]>> = {
  endpoint: ['summary'],
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

/** Removes from contracts what no browser reads, since every page loads some of them. */
export const lean = (file: string, text: string): string => {
  const cuts = cutsOf(parseSync(file, text).program as unknown as Placed, text)
  return cuts.toSorted(([a], [b]) => b - a).reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), text)
}

export const leanContracts = (): Plugin => ({
  name: 'carrel:lean-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (/\.(?:contract|events)\.ts$/.test(id) ? lean(id, code) : undefined),
})
