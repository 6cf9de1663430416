// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IERC3009} from "./interfaces/IERC3009.sol";
import {ISteezeStack} from "./interfaces/ISteezeStack.sol";

/// @notice See ISteezeStack. Every check comes before any change, every change before a transfer.
contract SteezeStack is ISteezeStack, Ownable2Step, EIP712, Pausable {
    /// @dev Micro-USDC that one Steeze costs, and that it pays back.
    uint256 private constant PRICE = 100_000;
    uint256 private constant VALUE = 70_000;

    bytes32 private constant PURCHASE = keccak256("SteezeStack.buySteeze(address buyer,bytes32 salt)");
    bytes32 private constant WITHDRAWAL = keccak256("Withdrawal(address account,uint256 limit,uint256 deadline)");

    // These four and Pausable's flag, which comes last of what is inherited, share one slot: every purchase and every
    // withdrawal reads and writes it once.
    uint88 private _outstanding;
    uint64 private _dailyCap;
    /// @dev The UTC day that `_spent` is about, counted from 1970.
    uint32 private _day;
    uint64 private _spent;

    /// @inheritdoc ISteezeStack
    address public immutable usdc;

    /// @inheritdoc ISteezeStack
    address public signer;

    /// @inheritdoc ISteezeStack
    mapping(address account => uint256 steezeAmount) public withdrawn;

    /// @param usdc_ The token that Steeze is paid in, for ever.
    /// @param owner_ Who may pause, replace the signer, set the cap and take the surplus.
    /// @param signer_ The key whose signed limits count.
    /// @param dailyCap_ Micro-USDC that may be withdrawn in a UTC day.
    constructor(address usdc_, address owner_, address signer_, uint256 dailyCap_)
        Ownable(owner_)
        EIP712("SteezeStack", "1")
    {
        if (usdc_.code.length == 0) revert UsdcIsNoContract();
        usdc = usdc_;
        _setSigner(signer_);
        _setDailyCap(dailyCap_);
    }

    /// @inheritdoc ISteezeStack
    function buySteeze(uint256 usdcAmount) external {
        _buySteeze(usdcAmount);
    }

    /// @inheritdoc ISteezeStack
    function buySteezeWithPermit(uint256 usdcAmount, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        // Anybody may hand a signature in first, and then this call fails though the approval stands. Whether there is
        // one is for the transfer to say.
        try IERC20Permit(usdc).permit(msg.sender, address(this), usdcAmount, deadline, v, r, s) {} catch {}
        _buySteeze(usdcAmount);
    }

    /// @inheritdoc ISteezeStack
    function buySteezeWithAuthorization(
        address buyer,
        uint256 usdcAmount,
        uint256 validBefore,
        bytes32 salt,
        bytes calldata signature
    ) external {
        uint256 total = _sell(buyer, usdcAmount);
        bytes32 nonce = authorizationNonce(buyer, salt);
        IERC3009(usdc).receiveWithAuthorization(buyer, address(this), usdcAmount, 0, validBefore, nonce, signature);
        _requireCover(total);
    }

    /// @inheritdoc ISteezeStack
    function withdrawSteeze(uint256 amount, uint256 limit, uint256 deadline, bytes calldata signature) external {
        _withdraw(msg.sender, amount, limit, deadline, signature);
    }

    /// @inheritdoc ISteezeStack
    function withdrawSteezeFor(address account, uint256 limit, uint256 deadline, bytes calldata signature) external {
        _withdraw(account, Math.saturatingSub(limit, withdrawn[account]), limit, deadline, signature);
    }

    /// @inheritdoc ISteezeStack
    function pause() external onlyOwner {
        _pause();
    }

    /// @inheritdoc ISteezeStack
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @inheritdoc ISteezeStack
    function setSigner(address newSigner) external onlyOwner {
        _setSigner(newSigner);
    }

    /// @inheritdoc ISteezeStack
    function setDailyCap(uint256 newDailyCap) external onlyOwner {
        _setDailyCap(newDailyCap);
    }

    /// @inheritdoc ISteezeStack
    function takeSurplus(address to, uint256 usdcAmount) external onlyOwner {
        uint256 available = surplus();
        if (usdcAmount > available) revert AboveSurplus(available);
        emit SurplusTaken(to, usdcAmount);
        SafeERC20.safeTransfer(IERC20(usdc), to, usdcAmount);
    }

    /// @notice Always reverts: ownership is handed on in two steps, never dropped.
    function renounceOwnership() public view override onlyOwner {
        revert OwnershipIsKept();
    }

    /// @inheritdoc ISteezeStack
    function paused() public view override(ISteezeStack, Pausable) returns (bool) {
        return super.paused();
    }

    /// @inheritdoc ISteezeStack
    function outstanding() external view returns (uint256) {
        return _outstanding;
    }

    /// @inheritdoc ISteezeStack
    function dailyCap() external view returns (uint256) {
        return _dailyCap;
    }

    /// @inheritdoc ISteezeStack
    function remainingToday() public view returns (uint256) {
        // A cap that was lowered below what is spent leaves nothing.
        return _day == _today() ? Math.saturatingSub(_dailyCap, _spent) : _dailyCap;
    }

    /// @inheritdoc ISteezeStack
    function authorizationNonce(address buyer, bytes32 salt) public pure returns (bytes32) {
        return keccak256(abi.encode(PURCHASE, buyer, salt));
    }

    /// @inheritdoc ISteezeStack
    function surplus() public view returns (uint256) {
        return Math.saturatingSub(IERC20(usdc).balanceOf(address(this)), _outstanding * VALUE);
    }

    function _buySteeze(uint256 usdcAmount) private {
        uint256 total = _sell(msg.sender, usdcAmount);
        SafeERC20.safeTransferFrom(IERC20(usdc), msg.sender, address(this), usdcAmount);
        _requireCover(total);
    }

    /// @dev Checks and counts a purchase that is still to be paid. Returns the Steeze that is then outstanding.
    function _sell(address buyer, uint256 usdcAmount) private whenNotPaused returns (uint256 total) {
        if (usdcAmount == 0 || usdcAmount % PRICE != 0) revert NotWholeSteeze();
        uint256 steezeAmount = usdcAmount / PRICE;
        total = _outstanding + steezeAmount;
        _outstanding = SafeCast.toUint88(total);
        emit SteezePurchased(buyer, usdcAmount, steezeAmount);
    }

    /// @dev A token that takes a fee, or says yes and does nothing, sells nobody Steeze that it does not cover.
    function _requireCover(uint256 total) private view {
        if (IERC20(usdc).balanceOf(address(this)) < total * VALUE) revert NotCovered();
    }

    function _withdraw(address account, uint256 amount, uint256 limit, uint256 deadline, bytes calldata signature)
        private
        whenNotPaused
    {
        if (amount == 0) revert NothingToWithdraw();
        if (block.timestamp > deadline) revert LimitExpired(deadline);
        if (!_isSigned(account, limit, deadline, signature)) revert InvalidSignature();

        uint256 withdrawnBefore = withdrawn[account];
        uint256 allowed = Math.saturatingSub(limit, withdrawnBefore);
        if (amount > allowed) revert AboveLimit(allowed);

        if (amount > _outstanding) revert AboveOutstanding(_outstanding);
        uint256 usdcAmount = amount * VALUE;
        uint256 remaining = remainingToday();
        if (usdcAmount > remaining) revert AboveDailyCap(remaining);

        // None of these is cut off: `amount` is within `_outstanding`, what is spent within the cap.
        _outstanding -= uint88(amount);
        _spent = uint64(_dailyCap - remaining + usdcAmount);
        _day = _today();
        uint256 withdrawnTotal = withdrawnBefore + amount;
        withdrawn[account] = withdrawnTotal;
        emit SteezeWithdrawn(account, amount, usdcAmount, withdrawnTotal);
        SafeERC20.safeTransfer(IERC20(usdc), account, usdcAmount);
    }

    function _isSigned(address account, uint256 limit, uint256 deadline, bytes calldata signature)
        private
        view
        returns (bool)
    {
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(WITHDRAWAL, account, limit, deadline)));
        (address by,,) = ECDSA.tryRecoverCalldata(digest, signature);
        // An invalid signature recovers to the zero address, which the signer never is.
        return by == signer;
    }

    function _setSigner(address newSigner) private {
        if (newSigner == address(0)) revert SignerIsZero();
        emit SignerChanged(signer, newSigner);
        signer = newSigner;
    }

    function _setDailyCap(uint256 newDailyCap) private {
        emit DailyCapChanged(_dailyCap, newDailyCap);
        _dailyCap = SafeCast.toUint64(newDailyCap);
    }

    function _today() private view returns (uint32) {
        return uint32(block.timestamp / 1 days);
    }
}
