import { parseSync } from 'vite'
import { childrenOf, mayQuery, type Node, ofTests, type Sources } from './boundaries.ts'

/** Each table in snake_case, with the only folder in which it may be written. */
export type Owners = ReadonlyMap<string, string>

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const builders = ['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']
const inSql = /\b(?:insert\s+into|replace\s+into|delete\s+from|merge\s+into|(?<!\b(?:for|do)\s+)update(?!\s+set\b))\s+"?(\w+|\$\{)/gi

/** Returns the tables that a call of Kysely writes; a name that is not a literal counts as computed. */
const builtBy = ({ type, callee, arguments: given }: Node): string[] => {
  const { property } = (callee ?? {}) as { property?: { name?: unknown } }
  if (type !== 'CallExpression' || !builders.includes(String(property?.name))) return []
  const [target] = given as { value?: unknown }[]
  return [typeof target?.value === 'string' ? snake(target.value.split(' ')[0] ?? '') : '${']
}

const textOf = ({ type, value, quasis }: Node): string => {
  if (type === 'TemplateLiteral') return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('${')
  return type === 'Literal' && typeof value === 'string' ? value : ''
}

/** Returns the tables that an SQL text writes. */
const saidBy = (node: Node): string[] => [...textOf(node).matchAll(inSql)].map(([, table = '']) => table)

const writtenBelow = (node: Node, hasSql: boolean): string[] => [
  ...builtBy(node),
  ...(hasSql ? saidBy(node) : []),
  ...childrenOf(node).flatMap((child) => writtenBelow(child, hasSql)),
]

const migrations = /^src\/server\/db\/migrations\//

/** Returns every place where a table is written by another than its owner, as one sentence each. */
export const strangeWrites = (sources: Sources, owners: Owners): string[] =>
  Object.entries(sources).flatMap(([file, text]) => {
    if (ofTests.test(file) || migrations.test(file)) return []
    if (!mayQuery.test(file) && !builders.some((name) => text.includes(name))) return []
    const { program } = parseSync(file, text)
    return [...new Set(writtenBelow(program as unknown as Node, mayQuery.test(file)))].flatMap((table) => {
      if (table === '${') return [`${file} writes a table whose name is computed`]
      const owner = owners.get(table)
      if (owner === undefined) return [`${file} writes ${table}, which belongs to nobody`]
      return file.startsWith(owner) && mayQuery.test(file) ? [] : [`${file} writes ${table}, which only the *.db.ts of ${owner} may`]
    })
  })
