import type { ReactNode } from 'react'
import type { Endpoint, Reply } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import type { Body, Key, Value } from './formValues.ts'
import { ReasonField } from './ReasonField.tsx'
import { toast } from './toast.ts'
import { useForm } from './useForm.ts'

type Props<E extends Endpoint> = {
  /** The call, whose body has a `reason`. */
  call: E
  /** What is sent besides the reason. */
  sent?: { [K in Exclude<Key<E>, 'reason'>]?: Value }
  send: (body: Body<E>) => Promise<Reply<E>>
  title: string
  reasons: readonly string[]
  words: {
    reason: string
    other: string
    submit: string
    submitting: string
    failed: string
    /** Says what was done. */
    done: string | ((reason: string) => string)
  }
  hint?: string
  /** False where the call takes no reason too. */
  isRequired?: boolean
  onClose: () => void
  /** What the call does; it may depend on the reason. */
  children: ReactNode | ((reason: string) => ReactNode)
}

/** Asks why something is undone, such as a receipt that is voided, and does it. */
export const ReasonDialog = <E extends Endpoint>(props: Props<E>) => {
  const { call, sent, send, title, reasons, words, hint, isRequired = true, onClose, children } = props
  const form = useForm(call, {
    initial: { ...sent, reason: '' } as Parameters<typeof useForm<E>>[1]['initial'],
    send: ({ body }) => send(body),
    failure: words.failed,
    onDone: () => {
      toast.success(typeof words.done === 'string' ? words.done : words.done(reason))
      onClose()
    },
  })
  const field = form.field('reason' as Key<E>)
  const reason = field.value.trim()
  return (
    <FormDialog title={title} isOpen onClose={onClose} form={form} submit={words.submit} submitting={words.submitting}>
      {typeof children === 'function' ? children(reason) : children}
      <ReasonField
        reasons={reasons}
        other={words.other}
        label={words.reason}
        hint={hint}
        maxLength={limits.reason}
        isRequired={isRequired}
        isDisabled={form.isSending}
        {...field}
      />
    </FormDialog>
  )
}
