import {
  Armchair,
  BookOpenText,
  Cctv,
  Clock,
  GlassWater,
  LayoutGrid,
  PlugZap,
  Snowflake,
  Sparkles,
  SquareParking,
  Trophy,
  VolumeX,
} from 'lucide-react'
import type { Figure } from '#system/customization/customization.settings.contract.ts'
import { useWords } from '#web/words.ts'
import { landingEn } from '../landing.en.ts'
import { Part } from './Part.tsx'

const facilities = [
  ['seats', Armchair],
  ['areas', LayoutGrid],
  ['air', Snowflake],
  ['water', GlassWater],
  ['quiet', VolumeX],
  ['security', Cctv],
  ['charging', PlugZap],
  ['hours', Clock],
  ['parking', SquareParking],
  ['premium', Sparkles],
  ['resources', BookOpenText],
  ['success', Trophy],
] as const

export const Facilities = () => {
  const words = useWords(landingEn).facilities
  return (
    <Part id="facilities" title={words.title}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
        {facilities.map(([name, Icon]) => (
          <li key={name} className="flex gap-4 rounded-lg border border-line bg-surface p-4">
            <Icon aria-hidden="true" className="size-6 shrink-0 text-primary-text" />
            <div className="min-w-0">
              <h3 className="font-medium">{words[name].title}</h3>
              <p className="mt-1 text-muted text-sm">{words[name].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export const Figures = ({ figures }: { figures: readonly Figure[] }) => {
  const words = useWords(landingEn)
  return (
    <section aria-label={words.figures} className="border-line border-y bg-surface">
      <dl className="mx-auto grid max-w-[1200px] grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-6 px-4 py-10 text-center">
        {figures.map(({ value, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two figures may be equal, and their places never change.
          <div key={index} className="flex flex-col-reverse justify-end">
            <dt dir="auto" className="text-muted wrap-anywhere">
              {label}
            </dt>
            <dd dir="auto" className="font-semibold text-2xl text-primary-text tabular-nums wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
