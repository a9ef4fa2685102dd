import './gallery.css'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { frameName, type Look, type Screen, type State, states, titleOf } from '../screens.ts'

/** The screens with their addresses, and the port of each hall, as the server lists them. */
type Listed = Screen & { states: readonly State[]; filled?: string; empty?: string }
type GalleryOf = { ports: { filled: number; empty: number }; screens: readonly Listed[] }
const { ports, screens } = (window as unknown as { galleryOf: GalleryOf }).galleryOf

const sizes = { phone: { width: 360, height: 740, scale: 0.75 }, desktop: { width: 1280, height: 800, scale: 0.5 } }
type Size = keyof typeof sizes
const looks: readonly Look[] = ['light', 'dark', 'contrast']

/** Maximum number of frames that load at once: each loads a whole product from its sources. */
const loadedAtOnce = 3
const waiting: (() => void)[] = []
let loading = 0

const startNext = (): void => {
  while (loading < loadedAtOnce && waiting.length > 0) {
    loading++
    waiting.shift()?.()
  }
}

/** Loads a frame once it is in sight and its turn has come. */
const useTurn = (frame: RefObject<HTMLElement | null>): { isOn: boolean; onLoad: () => void } => {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      waiting.push(() => setOn(true))
      startNext()
    })
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [frame])
  const onLoad = (): void => {
    loading--
    startNext()
  }
  return { isOn, onLoad }
}

/** `name` identifies the screen; the address alone does not. */
const Frame = ({ name, address, title, size }: { name: string; address: string; title: string; size: Size }) => {
  const { width, height, scale } = sizes[size]
  const place = useRef<HTMLDivElement>(null)
  const { isOn, onLoad } = useTurn(place)
  return (
    <figure>
      <figcaption>
        {/* The opened window needs the name of the frame, which `noopener` would remove. */}
        <a href={address} target={name} rel="opener">
          {title}
        </a>
      </figcaption>
      <div ref={place} className="frame" style={{ width: width * scale, height: height * scale }}>
        {isOn && <iframe name={name} title={title} src={address} onLoad={onLoad} style={{ width, height, transform: `scale(${scale})` }} />}
      </div>
    </figure>
  )
}

const Choice = <V extends string>({
  label,
  value,
  values,
  onChange,
}: {
  label: string
  value: V
  values: readonly V[]
  onChange: (value: V) => void
}) => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => onChange(event.target.value as V)}>
      {values.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  </label>
)

const Row = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    <div className="row">{children}</div>
  </section>
)

const everything = 'all'

const Gallery = () => {
  const [look, setLook] = useState<'light and dark' | Look>('light and dark')
  const [size, setSize] = useState<Size>('phone')
  const [state, setState] = useState<State | typeof everything>(everything)
  const [path, setPath] = useState<string>(everything)
  const shownLooks = look === 'light and dark' ? (['light', 'dark'] as const) : [look]
  const shown = screens.filter((screen) => path === everything || screen.path === path)
  return (
    <>
      <header>
        <h1>Gallery</h1>
        <Choice label="Screen" value={path} values={[everything, ...new Set(screens.map((screen) => screen.path))]} onChange={setPath} />
        <Choice label="State" value={state} values={[everything, ...(Object.keys(states) as State[])]} onChange={setState} />
        <Choice label="Look" value={look} values={['light and dark', ...looks]} onChange={setLook} />
        <Choice label="Size" value={size} values={['phone', 'desktop']} onChange={setSize} />
      </header>
      <main>
        {path === everything && state === everything && (
          <Row title="Component kit">
            {shownLooks.map((each) => (
              <Frame key={each} name={`kit.filled.${each}`} address="/kit.html" title={each} size="desktop" />
            ))}
          </Row>
        )}
        {shown.map((screen) => (
          <Row key={frameName(screen, 'filled', 'light') + screen.path} title={titleOf(screen)}>
            {screen.states
              .filter((each) => state === everything || each === state)
              .flatMap((each) => {
                const hall = each === 'empty' ? 'empty' : 'filled'
                const address = screen[hall]
                if (address === undefined) return []
                return shownLooks.map((one) => (
                  <Frame
                    key={each + one}
                    name={frameName(screen, each, one)}
                    address={`http://localhost:${ports[hall]}${address}`}
                    title={`${each}, ${one}: ${states[each]}`}
                    size={size}
                  />
                ))
              })}
          </Row>
        ))}
      </main>
    </>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
