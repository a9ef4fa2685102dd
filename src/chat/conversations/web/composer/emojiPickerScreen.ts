import { lazyScreen } from '#web/shell/screen.ts'
import type { EmojiPickerProps } from './EmojiPicker.tsx'

/** Its emoji and search words are loaded when the picker is first opened. */
export const emojiPicker = lazyScreen<EmojiPickerProps>(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)
