import { NewThought } from '../thoughts.contract.ts'

/** The parsed form of one line of a bulk import. */
export type ParsedLine = {
  /** Counted from 1, blank lines included. */
  line: number
  thought: string
  author: string
  /** Why the line cannot be imported. */
  problem: string | undefined
}

const withAuthor = /^["“”„«](.+)["“”»]\s*[-–—―]\s*(.+)$/u

const parseLine = (text: string, line: number, anonymous: string): ParsedLine => {
  const [, thought = '', author = ''] = withAuthor.exec(text) ?? []
  const split = thought.trim() === '' ? { thought: text, author: anonymous } : { thought: thought.trim(), author: author.trim() }
  return { line, ...split, problem: NewThought.safeParse(split).error?.issues[0]?.message }
}

/** Parses each line that is not blank as a thought: `"text" - author`, or text without an author. */
export const parseThoughts = (text: string, anonymous: string): ParsedLine[] =>
  text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line.trim(), index + 1, anonymous)]))
