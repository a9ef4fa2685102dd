import { type FormEvent, useState } from 'react'
import { CannotEncryptError } from '#chat/conversations/web/messageEncryption.ts'
import { getSession } from '#web/api/session.ts'
import { setOwnDevice } from '#web/offline/ownDevice.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { RadioField } from '#web/ui/RadioField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { continueOrClose, type SetUpDialogProps } from './dialogProps.ts'
import { failureText, useEncryptionAction } from './encryption.queries.ts'
import { WrongCodeError } from './encryption.ts'
import { useDeviceState, useEncryption } from './useEncryption.ts'

/** Decrypts everything with the recovery code, in one's own browser or in one that stores nothing. */
export const EnterCodeDialog = ({ isShared = false, ...ways }: SetUpDialogProps & { isShared?: boolean }) => {
  const { onClose } = ways
  const words = useWords(encryptionEn)
  const encryption = useEncryption()
  // A browser that is already a device stays one.
  const [isDevice] = useState(useDeviceState() === 'ready')
  const [code, setCode] = useState('')
  const [place, setPlace] = useState<'own' | 'shared'>(isShared ? 'shared' : 'own')
  const [isEmpty, setEmpty] = useState(false)
  const open = useEncryptionAction(() => encryption.recoverWithCode(code, isDevice || place === 'own'), {
    onSuccess: () => {
      if (!isDevice) setOwnDevice(getSession()?.user._id ?? '', place === 'own')
      toast.success(words.enterCode.done)
      continueOrClose(ways)
    },
  })
  const isWrong = open.error instanceof WrongCodeError
  // A code from before signed device lists must first be used in a browser that stores its keys.
  const failure = open.error instanceof CannotEncryptError ? words.enterCode.tooOld : failureText(open.error, words.enterCode.failed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(code.trim() === '')
    if (code.trim() !== '' && !open.isPending) open.mutate()
  }
  const type = (next: string) => {
    setCode(next)
    setEmpty(false)
    if (open.error) open.reset()
  }
  return (
    <Dialog title={words.enterCode.title} isOpen onClose={onClose} isDismissable={!open.isPending} keepsWhatIsTyped>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <TextField
          label={words.enterCode.code}
          hint={words.enterCode.hint}
          value={code}
          onChange={type}
          error={isEmpty ? words.enterCode.empty : isWrong ? words.enterCode.wrong : undefined}
          autoComplete="off"
          autoFocus
          isRequired
        />
        {!isDevice && (
          <RadioField
            label={words.enterCode.where}
            name="place"
            value={place}
            onChange={setPlace}
            options={[
              { value: 'own', label: words.enterCode.own, hint: words.enterCode.ownHint },
              { value: 'shared', label: words.enterCode.shared, hint: words.enterCode.sharedHint },
            ]}
          />
        )}
        <FormError text={open.error && !isWrong ? failure : undefined} />
        <DialogActions>
          <Button onPress={onClose} isDisabled={open.isPending}>
            {words.cancel}
          </Button>
          <Button type="submit" variant="primary" isPending={open.isPending} pendingText={words.enterCode.opening}>
            {words.enterCode.open}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
