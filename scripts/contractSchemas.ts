import { parseSync } from 'vite'
import { childrenOf, type Node } from './boundaries.ts'

type Call = Node & { callee: { name?: string; property?: { name?: string } }; arguments: Node[] }
type Member = Node & { object: Node & { name?: string }; property: { name?: string } }
type Imported = Node & { source: { value: string }; specifiers: { local: { name: string } }[] }
type Property = Node & { key?: { name?: string }; value?: Node }

const programOf = (file: string, text: string): Node => parseSync(file, text).program as unknown as Node

/** What takes a call and never validates its body. */
const senders = ['bringAlong', 'cachedReplies', 'call', 'change', 'download', 'fetchFile', 'may', 'prefetch', 'refresh']
const sendingHooks = ['useAction', 'useCall', 'usePages']

const isSender = ({ callee }: Call): boolean => [...senders, ...sendingHooks].includes(callee.name ?? callee.property?.name ?? '')

/** What is spread into a declaration may have one. */
const mayHaveBody = (declaration: Node | undefined): boolean =>
  childrenOf(declaration ?? { type: '' }).some((each) => each.type === 'SpreadElement' || (each as Property).key?.name === 'body')

/** Returns the names of the calls of a contract that have no body. Others may come from another contract. */
const callsWithoutBody = (node: Node): string[] => {
  const { key, value } = node as Property
  const isDeclared = value?.type === 'CallExpression' && (value as Call).callee.name === 'endpoint'
  const [declaration] = isDeclared ? (value as Call).arguments : []
  const own = key?.name !== undefined && declaration && !mayHaveBody(declaration) ? [key.name] : []
  return [...own, ...childrenOf(node).flatMap(callsWithoutBody)]
}

const isOnlyForTypes = ({ type }: Node): boolean => type.startsWith('TSType') || type === 'ImportDeclaration'

const isUsed = (node: Node, name: string): boolean =>
  !isOnlyForTypes(node) && ((node.type === 'Identifier' && node.name === name) || childrenOf(node).some((each) => isUsed(each, name)))

/** Returns the calls of an api, or `*` for all, that code uses in another way than to send them. */
const judgedCalls = (node: Node, api: string): string[] => {
  if (isOnlyForTypes(node)) return []
  const isCall = (each: Node | undefined): each is Member => each?.type === 'MemberExpression' && (each as Member).object.name === api
  if (isCall(node)) return [node.property.name ?? '*']
  if (node.type === 'Identifier') return node.name === api ? ['*'] : []
  const [first] = node.type === 'CallExpression' ? (node as Call).arguments : []
  if (isCall(first) && isSender(node as Call))
    return childrenOf(node)
      .filter((each) => each !== first)
      .flatMap((each) => judgedCalls(each, api))
  // A path or a limit of the call.
  if (node.type === 'MemberExpression' && isCall((node as Member).object) && (node as Member).property.name !== 'body') return []
  return childrenOf(node).flatMap((each) => judgedCalls(each, api))
}

/** Returns whether code validates with a schema of the contract that it imports by that specifier: of a body, or one by its name. */
export const usesSchemas = (file: string, text: string, specifier: string, contract: string): boolean => {
  const program = programOf(file, text)
  const imports = childrenOf(program).filter(
    (each): each is Imported => each.type === 'ImportDeclaration' && (each as Imported).source.value === specifier,
  )
  const names = imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name))
  if (names.some((name) => /^[A-Z]/.test(name) && isUsed(program, name))) return true
  const judged = names.filter((name) => name.endsWith('Api')).flatMap((api) => judgedCalls(program, api))
  if (judged.length === 0) return false
  const withoutBody = callsWithoutBody(programOf('a.contract.ts', contract))
  return judged.some((name) => !withoutBody.includes(name))
}
