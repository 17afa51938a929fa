import App from 'antd/es/app/App';
import type { useAppProps } from 'antd/es/app/context';
import useApp from 'antd/es/app/useApp';
import { useEffect } from 'react';

interface Props {
  onHere(apis: useAppProps): void;
}

/** Where dialogs and toasts are drawn. */
export default function Holders({ onHere }: Props) {
  return (
    <App component={false} message={{ maxCount: 3 }}>
      <Here onHere={onHere} />
    </App>
  );
}

function Here({ onHere }: Props) {
  const apis = useApp();
  useEffect(() => onHere(apis), [apis, onHere]);
  return null;
}
