type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Elements, console, picker and network in all browsers; Firefox's responsive design mode and debugger. */
const devToolsLetters = ['KeyI', 'KeyJ', 'KeyC', 'KeyK', 'KeyE', 'KeyM', 'KeyZ']
/** Firefox's profiler, style editor and storage inspector, with Shift. */
const devToolsKeys = ['F5', 'F7', 'F9']

/**
 * Returns whether a shortcut saves, prints, shows the source or opens the developer tools (specification, Document viewer). Letters are
 * also matched by their position on the keyboard, since a Devanagari layout has no `s`.
 */
export const isBlockedShortcut = ({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Keys): boolean => {
  if (key === 'F12') return true
  if (shiftKey && devToolsKeys.includes(key)) return true
  if (!ctrlKey && !metaKey) return false
  const letter = key.toLowerCase()
  if (['s', 'p'].includes(letter) || ['KeyS', 'KeyP'].includes(code)) return true
  // Ctrl+Alt is AltGr on Windows, which types letters.
  if (shiftKey || (metaKey && altKey)) return devToolsLetters.includes(code) || (altKey && code === 'KeyU')
  return !altKey && (letter === 'u' || code === 'KeyU')
}
