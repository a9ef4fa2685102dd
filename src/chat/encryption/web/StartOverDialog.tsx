import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import type { SetUpDialogProps } from './dialogProps.ts'
import { SetUpDialog } from './SetUpDialog.tsx'

/** Sets up encryption again for a person who has lost everything, after explaining the consequences. */
export const StartOverDialog = (ways: SetUpDialogProps) => {
  const { startOver: words, cancel } = useWords(encryptionEn)
  const [isWarned, setWarned] = useState(false)
  if (isWarned) return <SetUpDialog {...ways} startsOver />
  return (
    <Dialog role="alertdialog" title={words.title} size="small" isOpen onClose={ways.onClose}>
      <p className="font-medium">{words.text}</p>
      <ul className="mt-3 flex list-disc flex-col gap-2 pl-5">
        {words.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={ways.onClose}>{cancel}</Button>
        <Button variant="danger" onPress={() => setWarned(true)}>
          {words.goOn}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
