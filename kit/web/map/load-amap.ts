/** What we use of AMap's JS API 2.0. */
export interface AmapMap {
  on(event: 'click', handler: (event: { lnglat: AmapPoint }) => void): void;
  add(overlay: unknown): void;
  remove(overlay: unknown): void;
  addControl(control: unknown): void;
  setZoomAndCenter(zoom: number, centre: [number, number], immediately: boolean): void;
  destroy(): void;
}
export interface AmapPoint {
  getLng(): number;
  getLat(): number;
}
export interface AmapMarker {
  setPosition(place: [number, number]): void;
  getPosition(): AmapPoint;
  on(event: 'dragend', handler: () => void): void;
}
export interface Amap {
  readonly Map: new (
    container: HTMLElement,
    options: {
      zoom: number;
      center: [number, number];
      mapStyle?: string;
      dragEnable?: boolean;
      zoomEnable?: boolean;
      keyboardEnable?: boolean;
      doubleClickZoom?: boolean;
      animateEnable?: boolean;
    },
  ) => AmapMap;
  readonly Marker: new (options: { position: [number, number]; draggable: boolean }) => AmapMarker;
  readonly Polygon: new (options: Record<string, unknown>) => unknown;
  readonly Scale: new () => unknown;
  readonly ToolBar: new () => unknown;
}

const plugins = [
  ...['Scale', 'ToolBar', 'ControlBar', 'MapType', 'HawkEye', 'Geolocation', 'Geocoder', 'PlaceSearch'],
  ...['AutoComplete', 'DistrictSearch', 'MarkerCluster', 'MouseTool', 'RangingTool', 'PolygonEditor'],
  ...['PolylineEditor', 'CircleEditor', 'RectangleEditor', 'HeatMap', 'MoveAnimation', 'GeometryUtil'],
];
const waitFor = 10_000;
const callback = '__amapReady';

let loading: Promise<Amap | null> | null = null;

/** R65: asked for once and for every page; null where it does not answer within ten seconds, and our own map takes over. */
export function loadAmap(key: string): Promise<Amap | null> {
  loading ??= new Promise((resolve) => {
    const page = window as unknown as Record<string, unknown>;
    const script = document.createElement('script');
    const giveUp = () => resolve(null);
    const timer = setTimeout(giveUp, waitFor);
    page[callback] = () => {
      clearTimeout(timer);
      resolve((page.AMap as Amap | undefined) ?? null);
    };
    const query = new URLSearchParams({
      v: '2.0',
      key,
      plugin: plugins.map((name) => `AMap.${name}`).join(),
      callback,
    });
    script.src = `https://webapi.amap.com/maps?${query}`;
    script.onerror = giveUp;
    document.head.append(script);
  });
  return loading;
}
