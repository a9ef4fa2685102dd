import type { ReactNode } from 'react'
import { webEn } from '../web.en.ts'
import { useWords } from '../words.ts'
import { Button } from './Button.tsx'
import { confirm } from './confirm.ts'
import { Dialog, DialogFooter } from './Dialog.tsx'
import type { DialogSize } from './dialogProps.ts'
import { FormError } from './FormError.tsx'
import { toolsEn } from './tools.en.ts'
import { UploadProgress } from './UploadProgress.tsx'
import type { FormState } from './useForm.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

type FormDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  form: FormState
  /** The submit button's text, and its text while it is busy. */
  submit: string
  submitting: string
  cancel?: string
  size?: DialogSize
  /** What became of the last attempt, next to the buttons, which are always in view. It replaces the error of the form. */
  note?: ReactNode
  children: ReactNode
}

/** Asks before input is lost by mistake, except input that is being sent. */
const useAskFirst = (form: FormState, onClose: () => void): (() => Promise<void>) => {
  const { title, text, keep, confirm: yes } = useWords(toolsEn).discard
  const mayLose = form.isChanged === true && !form.isSending
  const ask = () => confirm({ title, text, confirm: yes, cancel: keep, isDanger: true })
  useLeaveGuard(mayLose, ask, onClose)
  return async () => {
    if (!mayLose || (await ask())) onClose()
  }
}

/** A form in a dialog. Mount it only while it is open, so that it starts empty each time. */
export const FormDialog = ({
  title,
  isOpen,
  onClose,
  form,
  submit,
  submitting,
  cancel,
  size = 'medium',
  note,
  children,
}: FormDialogProps) => {
  const words = useWords(webEn).ui
  const { stop } = useWords(toolsEn).upload
  const askFirst = useAskFirst(form, onClose)
  // A call without a file takes ten seconds at most; a file takes as long as the connection needs, and can be cancelled.
  const isUploading = form.sent !== undefined
  return (
    <Dialog title={title} isOpen={isOpen} onClose={askFirst} isDismissable={!form.isSending || isUploading} keepsWhatIsTyped size={size}>
      <form {...form.props} className="flex flex-col gap-4 pt-2">
        {children}
        <DialogFooter>
          {note || <FormError text={form.error} />}
          {form.sent && <UploadProgress sent={form.sent} />}
          <div className="flex flex-wrap justify-end gap-2 max-md:*:grow">
            {isUploading ? (
              <Button onPress={form.stop}>{stop}</Button>
            ) : (
              <Button onPress={onClose} isDisabled={form.isSending}>
                {cancel ?? words.cancel}
              </Button>
            )}
            <Button type="submit" variant="primary" isPending={form.isSending} pendingText={submitting}>
              {submit}
            </Button>
          </div>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
