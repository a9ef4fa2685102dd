import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/useForm.ts'
import { useWords } from '#web/words.ts'
import { type Customization, customizationApi } from '../customization.contract.ts'
import { customizationEn } from '../customization.en.ts'
import { useUpdateSystemName } from './customization.queries.ts'
import { LogoCard } from './LogoCard.tsx'

export const BrandingSection = ({ customization }: { customization: Customization }) => (
  <div className="grid items-start gap-6 md:grid-cols-2">
    <NameCard systemName={customization.systemName} />
    <LogoCard customization={customization} />
  </div>
)

const NameCard = ({ systemName }: { systemName: string }) => {
  const words = useWords(customizationEn).name
  const { failures } = useWords(customizationEn)
  const update = useUpdateSystemName()
  const form = useForm(customizationApi.updateSystemName, {
    initial: { systemName },
    send: ({ body }) => update.mutateAsync({ body }),
    failure: failures.updateSystemName,
    onDone: (saved) => {
      form.set('systemName', saved.systemName)
      toast.success(words.done)
    },
  })
  const typed = String(form.values.systemName ?? '')
  useFollowing(systemName, typed, (name) => form.set('systemName', name))
  return (
    <Card title={words.title}>
      <form {...form.props} className="flex flex-col gap-4">
        <TextField label={words.label} hint={words.hint} autoComplete="organization" isRequired {...form.field('systemName')} />
        <FormError text={form.error} />
        <Button
          type="submit"
          variant="primary"
          isDisabled={typed.trim() === systemName}
          isPending={form.isSending}
          pendingText={words.submitting}
          className="self-start max-md:self-stretch"
        >
          {words.submit}
        </Button>
      </form>
    </Card>
  )
}

/** Adopts a value saved by someone else, unless the field was edited. */
const useFollowing = (stored: string, typed: string, take: (stored: string) => void): void => {
  const before = useRef(stored)
  useEffect(() => {
    if (before.current === stored) return
    if (typed === before.current) take(stored)
    before.current = stored
  })
}
