type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const devToolsLetters = ['KeyI', 'KeyJ', 'KeyC', 'KeyK']

/**
 * Whether a shortcut saves, prints, shows the source or opens the developer tools (specification, Document
 * viewer). Letters are judged by their place on the keyboard too, since a Devanagari layout has no `s`.
 */
export const isBlockedShortcut = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean => {
  if (key === 'F12') return true
  if (!ctrlKey && !metaKey) return false
  const letter = key.toLowerCase()
  if (['s', 'p'].includes(letter) || ['KeyS', 'KeyP'].includes(code)) return true
  if (shiftKey || altKey) return devToolsLetters.includes(code) || (altKey && code === 'KeyU')
  return letter === 'u' || code === 'KeyU'
}
