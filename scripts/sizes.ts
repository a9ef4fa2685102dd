import { parseSync } from 'vite'
import { childrenOf, type Node, type Sources } from './boundaries.ts'

/** Lines of a file, and of a function in it; a component describes its screen and may have twice as many. */
const most = { file: 200, function: 40, component: 80 }

/** Tests, migrations, words and lists of tables may be as long as they need to be. */
const exempt = /\/testing\/|\.test\.tsx?$|\.(?:access|audience|en)\.ts$|\/migrations\/|^src\/server\/db\/tables/

const isFunction = ({ type }: Node): boolean => /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)

const nameOf = ({ id, key }: Node): string | undefined => (id as { name?: string } | null)?.name ?? (key as { name?: string } | null)?.name

/** Functions under the name of what they are assigned to; one without a name counts in the function around it. */
const functionsIn = (node: Node, name?: string): { name: string; start: number; end: number }[] => {
  const own = nameOf(node) ?? (node.type === 'CallExpression' ? name : undefined)
  const called = isFunction(node) ? (own ?? name) : undefined
  const { start, end } = node as unknown as { start: number; end: number }
  return [...(called ? [{ name: called, start, end }] : []), ...childrenOf(node).flatMap((child) => functionsIn(child, own))]
}

const linesIn = (text: string): number => text.split('\n').length

/** Returns every file and function over its budget, as `path` or `path name`, with its lines. */
export const oversized = (sources: Sources): Map<string, number> => {
  const found = new Map<string, number>()
  for (const [file, text] of Object.entries(sources)) {
    if (exempt.test(file)) continue
    const lines = linesIn(text.trimEnd())
    if (lines > most.file) found.set(file, lines)
    const limit = file.endsWith('.tsx') ? most.component : most.function
    if (lines <= limit) continue
    for (const { name, start, end } of functionsIn(parseSync(file, text).program as unknown as Node)) {
      const size = linesIn(text.slice(start, end))
      if (size > limit) found.set(`${file} ${name}`, Math.max(size, found.get(`${file} ${name}`) ?? 0))
    }
  }
  return found
}

/** Returns one sentence for each size that is not allowed, and for each allowance that is no longer needed. */
export const sizeFaults = (sources: Sources, allowances: Readonly<Record<string, string>>): string[] => {
  const sizes = oversized(sources)
  return [
    ...[...sizes].filter(([what]) => !(what in allowances)).map(([what, lines]) => `${what} has ${lines} lines`),
    ...Object.keys(allowances)
      .filter((what) => !sizes.has(what))
      .map((what) => `${what} needs no allowance any more`),
  ]
}
