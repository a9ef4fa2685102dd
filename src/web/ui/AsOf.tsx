import { History } from 'lucide-react'
import { useState } from 'react'
import { today } from '../api/timeZone.ts'
import { useWords } from '../words.ts'
import { asOfEn } from './asOf.en.ts'
import { Button } from './Button.tsx'
import { DateField } from './DateField.tsx'

type Props = { asOf: string | undefined; onChange: (day: string) => void }

/** Opens a date field for figures as of an earlier day; most readers want the current ones. */
export const AsOf = ({ asOf, onChange }: Props) => {
  const words = useWords(asOfEn)
  const [isUnfolded, setUnfolded] = useState(false)
  const isOpen = isUnfolded || asOf !== undefined
  const close = () => {
    setUnfolded(false)
    if (asOf !== undefined) onChange('')
  }
  if (!isOpen)
    return (
      <Button variant="quiet" icon={<History />} aria-expanded={false} onPress={() => setUnfolded(true)} className="-ml-3">
        {words.open}
      </Button>
    )
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 max-md:grow">
      <DateField label={words.label} max={today()} value={asOf ?? ''} onChange={onChange} className="max-md:grow" />
      <Button onPress={close} className="max-md:w-full">
        {words.current}
      </Button>
    </div>
  )
}

/** Says on screen and on paper that later entries are left out. */
export const AsOfLine = ({ day, className = '' }: { day: string; className?: string }) => (
  <p className={`font-semibold ${className}`}>{useWords(asOfEn).line(day)}</p>
)
