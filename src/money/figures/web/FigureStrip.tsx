import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { figureAddress, type ListFigure } from '#people/users/web/listFigures.ts'
import type { FiguresSlotProps } from '#people/users/web/userSlots.ts'
import { useCall } from '#web/api/queryClient.ts'
import { chipStyle } from '#web/ui/chipStyle.ts'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { figuresApi } from '../figures.contract.ts'
import { figuresEn } from '../figures.en.ts'

const look = `${chipStyle} shrink-0 gap-1.5 whitespace-nowrap no-underline md:px-2.5!`

/**
 * What a clerk is asked most, each figure the length of a list. On the list it shows these people, and all of them again on the next
 * press; elsewhere it leads to the list. A phone scrolls the figures sideways.
 */
export const FigureStrip = ({ chosen, onChoose }: Partial<FiguresSlotProps>) => {
  const words = useWords(figuresEn)
  const { data } = useCall(figuresApi.figures)
  const figure = (name: ListFigure | 'freeSeats') => <Figure name={words[name]} value={data && words.figure(data[name])} />
  const ofPeople = (name: ListFigure) =>
    onChoose ? (
      <PlainButton
        aria-pressed={name === chosen}
        onPress={() => onChoose(name === chosen ? undefined : name)}
        className={`${look} aria-pressed:pr-2`}
      >
        {figure(name)}
        {name === chosen && <X aria-hidden="true" className="size-4" />}
      </PlainButton>
    ) : (
      <Link to={figureAddress(name)} className={look}>
        {figure(name)}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={words.label} className="flex gap-2 md:flex-wrap md:gap-1.5">
      {ofPeople('ending')}
      {ofPeople('ended')}
      {ofPeople('owes')}
      <Link to="/users?view=seats&free=1" className={`${look} ${onChoose ? 'off-paper' : ''}`}>
        {figure('freeSeats')}
      </Link>
      {ofPeople('uncharged')}
    </div>
  )
}

const Figure = ({ name, value }: { name: string; value: string | undefined }): ReactNode => (
  <>
    {name} <span className="min-w-[2ch] text-center font-semibold tabular-nums">{value}</span>
  </>
)
