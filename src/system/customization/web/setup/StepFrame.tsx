import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { useWords } from '#web/words.ts'
import { setupEn } from '../../customization.setup.en.ts'
import type { StepForm } from './useStep.ts'

type StepFrameProps = {
  title: string
  form: StepForm
  /** Shown beside the fields, or below them on a phone. */
  preview: ReactNode
  isLast?: boolean
  onSkip: () => void
  children: ReactNode
}

/** One step: its fields, a preview of the entered values, and its buttons, which stay visible. */
export const StepFrame = ({ title, form, preview, isLast = false, onSkip, children }: StepFrameProps) => {
  const words = useWords(setupEn)
  return (
    <form {...form.props} aria-label={title} className="flex flex-col gap-6 [&_input]:scroll-mb-28 [&_textarea]:scroll-mb-28">
      <div className="grid gap-6 md:grid-cols-2 md:items-start">
        <div className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-6 max-md:p-4">
          <h2 className="font-semibold text-lg">{title}</h2>
          {children}
          <FormError text={form.error} />
        </div>
        <section aria-label={words.preview} className="min-w-0 md:sticky md:top-8">
          {preview}
        </section>
      </div>
      <div className="sticky bottom-[calc(1rem+var(--bar,0px))] z-30 flex flex-wrap gap-2 rounded-lg border border-line bg-surface p-3 shadow-lg max-md:*:grow">
        <Button type="submit" variant="primary" isPending={form.isSending} pendingText={words.saving}>
          {isLast ? words.last : words.next}
        </Button>
        <Button isDisabled={form.isSending} onPress={onSkip}>
          {words.skip}
        </Button>
      </div>
    </form>
  )
}
