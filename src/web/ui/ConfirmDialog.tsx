import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import type { Question } from './confirm.ts'
import { Dialog, DialogActions } from './Dialog.tsx'

type ConfirmDialogProps = Question & { isOpen?: boolean; isPending?: boolean; onConfirm: () => void; onClose: () => void }

/** A confirmation: closing it does nothing, and the focus starts on the harmless answer. */
export const ConfirmDialog = ({
  title,
  first,
  text,
  note,
  confirm,
  cancel,
  isDanger = false,
  isOpen = true,
  isPending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const words = useWords(webEn).ui
  return (
    <Dialog role="alertdialog" size="small" title={title} isOpen={isOpen} onClose={onClose} isDismissable={!isPending}>
      {first && <div className="mb-4 empty:hidden">{first}</div>}
      <p className="wrap-anywhere">{text}</p>
      {note && <p className="mt-3 text-muted">{note}</p>}
      <DialogActions>
        <Button onPress={onClose} isDisabled={isPending} autoFocus>
          {cancel ?? words.cancel}
        </Button>
        <Button variant={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
