/** Something that is seen: no space, nothing that is drawn as nothing, and not the empty pattern of Braille. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A text as it is sent, without the spaces at its ends; empty where nothing of it could be seen. */
export const writtenText = (text: string): string => (visible.test(text) ? text.trim() : '')
