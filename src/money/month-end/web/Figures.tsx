export type Figure = { title: string; figure: string; tone?: string; more?: string | undefined }

/** A strip of sums. */
export const Figures = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <div className="@container">
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-b pb-4 max-md:gap-x-4 max-md:gap-y-2 max-md:pb-3 @3xl:grid-cols-4"
    >
      {figures.map(({ title, figure, tone = '', more }) => (
        <div key={title} className="min-w-0">
          <dt className="text-muted text-sm">{title}</dt>
          <dd className={`md:font-display font-semibold text-xl tabular-nums wrap-anywhere max-md:text-base ${tone}`}>{figure}</dd>
          {more && <dd className="text-muted text-sm">{more}</dd>}
        </div>
      ))}
    </dl>
  </div>
)
