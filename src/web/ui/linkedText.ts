/** A piece of a text: `href` is there where it is an address that a press may lead to. */
export type Piece = { text: string; href?: string }

// Whatever begins another scheme, `javascript:` above all, stays text.
const addresses = /\b(?:https?:\/\/|mailto:)[^\s<>"]{2,2000}/giu
/** What stands behind an address in a sentence and belongs to the sentence. */
const trailing = /[.,;:!?'"’”»)\]}।]+$/u

const withoutTrail = (found: string): string => {
  const trail = trailing.exec(found)?.[0] ?? ''
  const bare = found.slice(0, found.length - trail.length)
  // A bracket that was opened within the address is closed by it too.
  return trail.startsWith(')') && bare.includes('(') && !bare.includes(')') ? `${bare})` : bare
}

/** Finds the web and mail addresses in a text. The pieces put together are the text. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let done = 0
  for (const match of text.matchAll(addresses)) {
    const address = withoutTrail(match[0])
    if (!URL.canParse(address)) continue
    if (match.index > done) pieces.push({ text: text.slice(done, match.index) })
    pieces.push({ text: address, href: address })
    done = match.index + address.length
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}
