import type { CustomizationTable } from '#server/db/tables.ts'
import { defaultLanding, type Landing, type LandingFigure } from '../customization.settings.contract.ts'

/** The landing page as it is stored: with what is hidden, and whether someone has said that its figures are true. */
type StoredLanding = Omit<Landing, 'figures'> & { figures: LandingFigure[]; figuresAreTrue: boolean }

const isHidden = (figure: Partial<LandingFigure>): boolean => figure.hidden === true

/** What was stored, over the defaults: settings that are newer than the row have theirs. */
export const storedLandingOf = ({ landing }: Pick<CustomizationTable, 'landing'>): StoredLanding => {
  const { figures, ...stored } = { ...defaultLanding, ...(landing === null ? {} : JSON.parse(landing)) } as Landing
  return { figuresAreTrue: false, ...stored, figures: figures.map((figure) => ({ ...figure, hidden: isHidden(figure) })) }
}

export const shownFigures = (figures: readonly LandingFigure[]): Landing['figures'] =>
  figures.filter(({ hidden }) => !hidden).map(({ value, label }) => ({ value, label }))

/** As everybody reads it. */
export const landingOf = (row: Pick<CustomizationTable, 'landing'>): Landing => {
  const { figuresAreTrue: _, figures, ...landing } = storedLandingOf(row)
  return { ...landing, figures: shownFigures(figures) }
}

const asSpecified = JSON.stringify(defaultLanding.figures)

/** Nobody is asked about figures that the hall has changed or hidden all, or after someone has answered. */
export const isFiguresQuestionOpen = ({ figures, figuresAreTrue }: StoredLanding): boolean =>
  !figuresAreTrue &&
  figures.some(({ hidden }) => !hidden) &&
  JSON.stringify(figures.map(({ value, label }) => ({ value, label }))) === asSpecified
