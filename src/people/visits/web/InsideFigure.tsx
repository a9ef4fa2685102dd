import { DoorOpen } from 'lucide-react'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { may } from '#contract/endpoint.ts'
import { useSession } from '#web/api/session.ts'
import { Embed } from '#web/shell/Embed.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'
import { useWords } from '#web/words.ts'
import { visitsApi } from '../visits.contract.ts'
import { visitsEn } from '../visits.en.ts'
import { InsideScreen } from './visitScreens.ts'
import { useInsideCount } from './visits.queries.ts'

/** The URL parameter that opens the list of students inside. */
const parameter = 'inside'

type Props = { onPerson: (id: string) => void }

/** The number of students inside, for staff who may see it; a press lists them. */
export const InsideFigure = (props: Props) => may(visitsApi.inside, useSession()?.user) && <Figure {...props} />

const Figure = ({ onPerson }: Props) => {
  const words = useWords(visitsEn).inside
  const count = useInsideCount().data?.total
  const [parameters, setParameters] = useSearchParams()
  const show = useCallback(
    (isOpen: boolean) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before)
          if (isOpen) after.set(parameter, '1')
          else after.delete(parameter)
          return after
        },
        { replace: true },
      ),
    [setParameters],
  )
  const openPerson = (id: string) => {
    show(false)
    onPerson(id)
  }
  return (
    <>
      {count !== undefined && (
        <PlainButton
          aria-haspopup="dialog"
          onPress={() => show(true)}
          className="-mx-2 inline-flex min-h-10 shrink-0 cursor-pointer items-center gap-2 rounded-lg px-2 text-sm tabular-nums underline-offset-4 transition-colors duration-150 hover:bg-hover hover:underline max-md:min-h-11"
        >
          <DoorOpen aria-hidden="true" className="size-4 shrink-0 text-muted" />
          {words.count(count)}
        </PlainButton>
      )}
      {parameters.get(parameter) === '1' && <Embed screen={InsideScreen} onPerson={openPerson} onClose={() => show(false)} />}
    </>
  )
}
