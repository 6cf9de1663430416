const again = () => location.reload()
document.getElementById('retry')?.addEventListener('click', again)
addEventListener('online', again)
