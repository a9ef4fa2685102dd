import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { DialogActions } from '#web/ui/Dialog.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { encryptionEn } from '../encryption.en.ts'
import { failureText, useEncryptionAction } from './encryption.queries.ts'
import type { NewCode } from './encryption.ts'

type TypedCodeProps = {
  made: NewCode
  onBack: () => void
  onSaving: (isSaving: boolean) => void
  onDone: () => void
}

/** Asks for the code once; it is valid from then on. */
export const TypedCode = ({ made, onBack, onSaving, onDone }: TypedCodeProps) => {
  const words = useWords(encryptionEn).recovery
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const save = useEncryptionAction(() => made.save(), {
    onSuccess: () => {
      toast.success(words.done, 6_000)
      onDone()
    },
  })
  const { isPending } = save
  useEffect(() => onSaving(isPending), [onSaving, isPending])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isRight = made.isSame(typed)
    setWrong(!isRight)
    if (isRight && !isPending) save.mutate()
  }
  const type = (next: string) => {
    setTyped(next)
    setWrong(false)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-2">
      <p>{words.typeText}</p>
      <TextField
        label={words.typed}
        value={typed}
        onChange={type}
        error={isWrong ? words.wrong : undefined}
        autoComplete="off"
        autoFocus
        isRequired
      />
      <FormError text={save.error ? failureText(save.error, words.saveFailed) : undefined} />
      <DialogActions>
        <Button onPress={onBack} isDisabled={isPending}>
          {words.again}
        </Button>
        <Button type="submit" variant="primary" isPending={isPending} pendingText={words.saving}>
          {words.finish}
        </Button>
      </DialogActions>
    </form>
  )
}
