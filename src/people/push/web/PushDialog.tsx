import { Dialog } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { pushEn } from '../push.en.ts'
import { PushSettings } from './PushSettings.tsx'

export const PushDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={useWords(pushEn).title} isOpen onClose={onClose}>
    <PushSettings />
  </Dialog>
)
