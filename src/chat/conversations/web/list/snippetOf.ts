const before = 40
const length = 160

/** Returns the part of a text around the first word of a search. */
export const snippetOf = (text: string, query: string): string => {
  const word = query.split(/\s+/).find((each) => each.replaceAll('"', '') !== '') ?? ''
  const at = text.toLowerCase().indexOf(word.replaceAll('"', '').toLowerCase())
  const start = at > before ? at - before : 0
  const cut = text.slice(start, start + length).trim()
  return `${start > 0 ? '…' : ''}${cut}${start + length < text.length ? '…' : ''}`
}
