import { lazyScreen } from '#web/shell/screen.ts'
import type { EmojiPickerProps } from './EmojiPicker.tsx'

/** Its pictures and search words come when someone looks for one. */
export const emojiPicker = lazyScreen<EmojiPickerProps>(async () => (await import('./EmojiPicker.tsx')).EmojiPicker)
