import { useState } from 'react'
import { useAction } from '#web/api/queryClient.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toast } from '#web/ui/toast.ts'
import { useWords } from '#web/words.ts'
import { customizationApi } from '../customization.contract.ts'
import { figuresEn } from '../customization.figures.en.ts'
import type { LandingFigure } from '../customization.settings.contract.ts'
import { FiguresDialogScreen } from './figuresScreens.ts'

type Props = { figures: readonly LandingFigure[] }

/** The default figures are claims that no new hall has made: the owner confirms, edits or hides them. */
export const FiguresQuestion = ({ figures }: Props) => {
  const words = useWords(figuresEn).question
  const [isEditing, setEditing] = useState(false)
  const answer = useAction(customizationApi.updateLanding, { failure: useWords(figuresEn).failed })
  const confirm = () =>
    answer.mutate(
      { body: { figuresAreTrue: true } },
      {
        onSuccess: () => {
          toast.success(words.saved)
          // The question is removed, so the focus must move.
          document.querySelector('main')?.focus({ preventScroll: true })
        },
      },
    )
  const toggle = (at: number) =>
    answer.mutate({ body: { figures: figures.map((one, index) => (index === at ? { ...one, hidden: !one.hidden } : one)) } })
  return (
    <Card title={words.title}>
      <p className="-mt-2 mb-4 text-muted">{words.about}</p>
      <ul aria-label={words.preview} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 text-center">
        {figures.map((figure, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the four figures have no other identity than their place.
          <Preview key={at} figure={figure} isPending={answer.isPending} onToggle={() => toggle(at)} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2 max-md:[&>*]:grow">
        <Button variant="primary" isPending={answer.isPending} onPress={confirm}>
          {words.yes}
        </Button>
        <Button onHoverStart={() => void FiguresDialogScreen.load()} onPress={() => setEditing(true)}>
          {words.edit}
        </Button>
      </div>
      {isEditing && <Embed screen={FiguresDialogScreen} figures={figures} onClose={() => setEditing(false)} />}
    </Card>
  )
}

type PreviewProps = { figure: LandingFigure; isPending: boolean; onToggle: () => void }

/** One figure as visitors see it, with a switch that hides it. */
const Preview = ({ figure: { value, label, hidden }, isPending, onToggle }: PreviewProps) => {
  const words = useWords(figuresEn).question
  return (
    <li className="flex min-w-0 flex-col items-center justify-between rounded-lg border border-line px-2 pt-3 pb-1">
      <p className={hidden ? 'line-through' : ''}>
        <span dir="auto" className="block font-semibold text-2xl text-primary-text tabular-nums wrap-anywhere">
          {value}
        </span>{' '}
        <span dir="auto" className="block text-muted wrap-anywhere">
          {label}
        </span>
      </p>
      {hidden && <p className="text-sm">{words.hidden}</p>}
      <Button
        variant="quiet"
        aria-label={hidden ? words.showOne(value, label) : words.hideOne(value, label)}
        isPending={isPending}
        onPress={onToggle}
      >
        {hidden ? words.show : words.hide}
      </Button>
    </li>
  )
}
