import { Navigate, useLocation, useParams } from 'react-router';

/** The documented address of a video leads to where it is watched. */
export function VideoLink() {
  const { id = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`/videohost/video/${id}${search}`} replace />;
}
