import { createReadStream } from 'node:fs'

const beginning = 1_000

const behindComments = (text: string): string => {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    rest = end < 0 ? '' : rest.slice(end + 3).trimStart()
  }
  return rest
}

/** A Markdown text may begin with a tag too, but with none of these. */
const beginsPage = /^<(?:!doctype|html|head|body|script|style|iframe|object|embed|title|meta|link|base|form)\b/i
const beginsData = /^<(?:[?!]|svg\b|(?!mailto:)[a-z][\w.-]*:[a-z]|[a-z][\w.-]*\s[^>]*\bxmlns\b)/i

/** Returns whether a program that guesses types would take a text with this beginning for a page, a drawing or data. */
const looksLikeMarkup = (text: string): boolean => {
  const start = behindComments(text.slice(0, beginning))
  return beginsPage.test(start) || beginsData.test(start)
}

/** Returns whether a file is text in UTF-8, without NUL, that does not look like markup. It is read in chunks. */
export const isPlainText = async (path: string): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let head = ''
  let blank = true
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (chunk.includes(0)) return false
      const text = decoder.decode(chunk, { stream: true })
      if (head.length < beginning) head += text.slice(0, beginning)
      blank &&= text.trim() === ''
    }
    decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
  return !blank && !looksLikeMarkup(head)
}
