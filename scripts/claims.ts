import { parseSync } from 'vite'
import { childrenOf, type Node } from './boundaries.ts'

/*
 * The promises of a document, and the tests that prove them. A reference is the end of a test file's path in backticks, and the
 * full names of tests in it: `hub.test.ts` “a socket opens with %s of a live session”. The name of a test is what Vitest accepts
 * after `-t`: the titles of its groups and its own, with a space between them, as they are written in the file.
 */

/** The full names of the tests that run, under the path of each test file. */
export type TestNames = ReadonlyMap<string, ReadonlySet<string>>

const calleeOf = (node: Node): string => {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'MemberExpression') return `${calleeOf(node.object as Node)}.${calleeOf(node.property as Node)}`
  if (node.type === 'CallExpression') return calleeOf(node.callee as Node)
  return ''
}

const titleOf = (node: Node | undefined, text: string): string | undefined => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral') return text.slice(Number(node.start) + 1, Number(node.end) - 1)
  return undefined
}

/** A skipped test proves nothing; one that runs only on some databases or systems does. */
const neverRuns = /\.(?:skip|todo|fails)(?:\.|$)/

/** The full names of the tests in a file. */
export const testsIn = (file: string, text: string): Set<string> => {
  const names = new Set<string>()
  const walk = (node: Node, group: string): void => {
    const callee = node.type === 'CallExpression' ? calleeOf(node.callee as Node) : ''
    const [first, ...others] = (node.arguments ?? []) as Node[]
    const title = titleOf(first, text)
    if (neverRuns.test(callee) && title !== undefined) return
    const isGroup = /^describe(?:\.|$)/.test(callee) && title !== undefined
    if (/^test(?:\.(?!step)|$)/.test(callee) && title !== undefined && others.length > 0) names.add(group + title)
    for (const child of isGroup ? others : childrenOf(node)) walk(child, isGroup ? `${group}${title} ` : group)
  }
  walk(parseSync(file, text).program as unknown as Node, '')
  return names
}

const reference = /`([\w./-]+\.(?:test|spec)\.tsx?)`((?:\s*“[^”]+”,?)*)/g

/** Returns what is wrong with the references in a piece of a document; a piece without any is wrong too. */
export const faultsOf = (piece: string, tests: TestNames): string[] => {
  const references = [...piece.matchAll(reference)]
  if (references.length === 0) return [`names no test: ${piece}`]
  return references.flatMap(([, end = '', titles = '']) => {
    const files = [...tests.keys()].filter((file) => file === end || file.endsWith(`/${end}`))
    if (files.length !== 1) return [`${end} is ${files.length === 0 ? 'no test file' : `one of ${files.join(', ')}`}`]
    const known = tests.get(String(files[0]))
    if (!known?.size) return [`${end} has no tests`]
    return [...titles.matchAll(/“([^”]+)”/g)].flatMap(([, title = '']) => (known.has(title) ? [] : [`${end} has no test “${title}”`]))
  })
}

const note = /^\[\^([\w-]+)\]: (.+)$/gm
/** The end of a sentence: it may be followed by the marks of its notes. */
const sentence = /[^.!?]*(?:[.!?](?!\s|\[\^|$)[^.!?]*)*[.!?]((?:\[\^[\w-]+\])*)(?=\s|$)/g

/** Without notes and list markers. */
const withoutNotes = (section: string): string => section.replace(note, '').replace(/^- /gm, '')

/** Returns the sections of a document under their headings; text before the first one promises nothing. */
export const sectionsOf = (markdown: string): Map<string, string> =>
  new Map(
    markdown
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1)] as const),
  )

/** Returns the sentences of a section without a note, and text that is not a sentence. */
export const unprovenIn = (section: string): string[] => {
  const text = withoutNotes(section)
  const unmarked = [...text.matchAll(sentence)].flatMap(([whole, marks]) => (marks === '' ? [whole.trim()] : []))
  const rest = text.replace(sentence, '').trim()
  return rest === '' ? unmarked : [...unmarked, rest]
}

/** Returns the notes that a document uses, and those that it defines, with their text. */
export const notesOf = (markdown: string) => ({
  used: new Set([...markdown.replace(note, '').matchAll(/\[\^([\w-]+)\]/g)].map(([, name = '']) => name)),
  defined: new Map([...markdown.matchAll(note)].map(([, name = '', text = '']) => [name, text] as const)),
})
