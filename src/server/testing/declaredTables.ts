import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { roles } from '#contract/actor.ts'

/** A column of a table as its type declares it, with names as they are in the database. `values` are the literals of its type. */
type DeclaredColumn = { table: string; column: string; type: string; values: string[] }

// The nodes of the syntax tree that table types consist of.
type Type =
  | { type: 'TSStringKeyword' | 'TSNumberKeyword' | 'TSNullKeyword' }
  | { type: 'TSLiteralType'; literal: { value: string | number } }
  | { type: 'TSUnionType' | 'TSIntersectionType'; types: Type[] }
  | { type: 'TSTypeLiteral'; members: { key: { name: string }; typeAnnotation: { typeAnnotation: Type } }[] }
  | { type: 'TSTypeReference'; typeName: { name: string }; typeArguments?: { params: Type[] } | null }
type Declaration = { id: { name: string }; typeAnnotation: Type }
type Statement = { type: string; declaration?: Statement } & Partial<Declaration>

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const declarations = (): Map<string, Type> => {
  const found = new Map<string, Type>([
    ['Role', { type: 'TSUnionType', types: roles.map((value) => ({ type: 'TSLiteralType', literal: { value } })) }],
    // Its values are rows of a table.
    ['PaymentMethod', { type: 'TSStringKeyword' }],
  ])
  for (const file of globSync('src/server/db/tables/*.ts')) {
    for (const statement of parseSync(file, readFileSync(file, 'utf8')).program.body as unknown as Statement[]) {
      const { type, id, typeAnnotation } = statement.declaration ?? statement
      if (type === 'TSTypeAliasDeclaration' && id && typeAnnotation) found.set(id.name, typeAnnotation)
    }
  }
  return found
}

const resolve = (type: Type, known: ReadonlyMap<string, Type>): Type => {
  if (type.type !== 'TSTypeReference') return type
  const target = known.get(type.typeName.name)
  if (!target) throw new Error(`The types of tables name ${type.typeName.name}, which is not one of them.`)
  return resolve(target, known)
}

/** Returns the literals that a type consists of, or its kinds: `string`, `number`, `null`. */
const partsOf = (given: Type, known: ReadonlyMap<string, Type>): string[] => {
  const type = resolve(given, known)
  if (type.type === 'TSUnionType') return type.types.flatMap((one) => partsOf(one, known))
  if (type.type === 'TSLiteralType')
    return [typeof type.literal.value === 'string' ? `'${type.literal.value}'` : String(type.literal.value)]
  return [type.type.replace(/^TS|Keyword$/g, '').toLowerCase()]
}

const columnsOf = (type: Type, known: ReadonlyMap<string, Type>): Map<string, Type> => {
  if (type.type === 'TSTypeLiteral')
    return new Map(type.members.map(({ key, typeAnnotation }) => [key.name, typeAnnotation.typeAnnotation]))
  if (type.type === 'TSIntersectionType') return new Map(type.types.flatMap((one) => [...columnsOf(one, known)]))
  if (type.type !== 'TSTypeReference') throw new Error(`A table is declared as ${type.type}.`)
  const [from, names] = type.typeArguments?.params ?? []
  if (!from || !names) return columnsOf(resolve(type, known), known)
  const chosen = partsOf(names, known)
  const isPick = type.typeName.name === 'Pick'
  return new Map([...columnsOf(from, known)].filter(([name]) => chosen.includes(`'${name}'`) === isPick))
}

const declared = (table: string, column: string, parts: readonly string[]): DeclaredColumn => {
  const values = parts.filter((part) => !['string', 'number', 'null'].includes(part))
  const isText = parts.includes('string') || values.some((value) => value.startsWith("'"))
  const type = `${isText ? 'string' : 'number'}${parts.includes('null') ? ' | null' : ''}`
  return { table: snake(table), column: snake(column), type, values }
}

/** Returns every column of every table that src/server/db/tables declares. */
export const declaredTables = (): DeclaredColumn[] => {
  const known = declarations()
  const lists = [...known].filter(([name]) => name.endsWith('Tables'))
  return lists
    .flatMap(([, list]) => [...columnsOf(list, known)])
    .flatMap(([table, type]) =>
      [...columnsOf(type, known)].map(([column, columnType]) => declared(table, column, partsOf(columnType, known))),
    )
}
