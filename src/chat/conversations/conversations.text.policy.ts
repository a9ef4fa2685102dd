/** Matches a visible character: not a space, not an ignorable code point, and not the blank Braille pattern. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Returns a text trimmed for sending; empty if it has no visible character. */
export const writtenText = (text: string): string => (visible.test(text) ? text.trim() : '')
