import { useDrawing } from './plot';

/** From figures to places on the screen. */
export interface Scene {
  x: (ratio: number) => number;
  y: (value: number) => number;
  area: { x: number; y: number; width: number; height: number };
}

/** The scene of the chart around; null until it knows its size. */
export function useScene(): Scene | null {
  const { useXAxisScale, useYAxisScale, usePlotArea } = useDrawing();
  const [across, up, area] = [useXAxisScale(), useYAxisScale(), usePlotArea()];
  if (!across || !up || !area) return null;
  return { x: (ratio) => across(ratio) ?? 0, y: (value) => up(value) ?? 0, area };
}
