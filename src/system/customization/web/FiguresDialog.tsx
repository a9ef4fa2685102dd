import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { figuresEn } from '../customization.figures.en.ts'
import type { LandingFigure } from '../customization.settings.contract.ts'
import { useUpdateLanding } from './customization.queries.ts'
import { FigureFields } from './FigureFields.tsx'
import { useSettings } from './useSettings.ts'

export type FiguresDialogProps = { figures: readonly LandingFigure[]; onClose: () => void }

/** Edits all four figures at once: saving confirms them, so the question is not shown again. */
export const FiguresDialog = ({ figures, onClose }: FiguresDialogProps) => {
  const words = useWords(figuresEn)
  const update = useUpdateLanding()
  const form = useSettings(customizationApi.updateLanding, {
    stored: { figures: [...figures] },
    send: (body) => update.mutateAsync({ body: { ...body, figuresAreTrue: true } }),
    failure: words.failed,
    sends: 'all',
    onDone: () => {
      toast.success(words.question.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={words.editing.title}
      isOpen
      onClose={onClose}
      form={form}
      submit={words.editing.save}
      submitting={words.editing.saving}
    >
      <FigureFields {...form} />
    </FormDialog>
  )
}
